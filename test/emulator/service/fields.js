const { demand } = require('./errors');

/**
 * Returns a field's value, and throws ServiceError where it has another form.
 * @typedef {(value: unknown, name: string) => any} Reader
 */

/** @param {(value: any) => boolean} isOfForm @param {string} form @returns {Reader} */
const reader = (isOfForm, form) => (value, name) => {
	demand(isOfForm(value), 'INVALID_OPTION', `${name} has to be ${form}`);
	return value;
};

/** @param {(value: unknown) => boolean} is @returns {(value: unknown) => boolean} */
const listOf = (is) => (value) => Array.isArray(value) && value.every((one) => is(one));

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';

/** RFC 5646. @param {unknown} tag */
function isLanguageTag(tag) {
	try {
		return isText(tag) && Intl.getCanonicalLocales(String(tag)).length === 1;
	} catch {
		return false;
	}
}

/** With no object and no list in it. @param {unknown} value */
const isFlatObject = (value) =>
	Object(value) === value &&
	!Array.isArray(value) &&
	Object.values(Object(value)).every((inner) => Object(inner) !== inner);

const text = reader(isText, 'a string');
const texts = reader(listOf(isText), 'an array of strings');
const languageTag = reader(isLanguageTag, 'a language tag such as en-US');
const languageTags = reader(listOf(isLanguageTag), 'an array of language tags such as en-US');
const flatObject = reader(isFlatObject, 'a flat object');

/** @param {string[]} values */
const oneOf = (...values) =>
	reader((value) => values.includes(value), `one of ${values.join(', ')}`);

/** An absolute one. @param {unknown} value @returns {string} */
function httpUrl(value) {
	const url = String(value);
	const isUrl = /^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url);
	demand(isUrl, 'INVALID_URL', 'The URL has to start with http:// or https://');
	return url;
}

module.exports = { flatObject, httpUrl, languageTag, languageTags, oneOf, text, texts };
