const { demand } = require('./errors');

/**
 * Returns a field's value, and throws ServiceError where it has another form.
 * @template T
 * @typedef {(value: unknown, name: string) => T} Reader
 */

/**
 * @template T
 * @param {(value: any) => boolean} isOfForm
 * @param {string} form
 * @returns {Reader<T>}
 */
const reader = (isOfForm, form) => (value, name) => {
	demand(isOfForm(value), 'INVALID_OPTION', `${name} has to be ${form}`);
	return /** @type {T} */ (value);
};

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';

/** @param {unknown} value */
const isTexts = (value) => Array.isArray(value) && value.every(isText);

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

/** @param {unknown} value */
const isTags = (value) => Array.isArray(value) && value.every(isLanguageTag);

/** @type {Reader<string>} */
const text = reader(isText, 'a string');

/** @type {Reader<string[]>} */
const texts = reader(isTexts, 'an array of strings');

/** @type {Reader<string>} */
const languageTag = reader(isLanguageTag, 'a language tag such as en-US');

/** @type {Reader<string[]>} */
const languageTags = reader(isTags, 'an array of language tags such as en-US');

/** @type {Reader<object>} */
const flatObject = reader(isFlatObject, 'a flat object');

/** @param {string[]} values @returns {Reader<string>} */
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
