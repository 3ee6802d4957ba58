const { ServiceError } = require('./errors');

/**
 * Reads one field of a body.
 * @typedef {(value: unknown, name: string) => unknown} Reader throws ServiceError
 */

/** @type {(value: unknown, name: string) => string} */
function text(value, name) {
	if (typeof value === 'string') return value;
	throw refusal(name, 'a string');
}

/** @type {(value: unknown, name: string) => string[]} */
function texts(value, name) {
	if (Array.isArray(value) && value.every((element) => typeof element === 'string')) return value;
	throw refusal(name, 'an array of strings');
}

/** RFC 5646. @type {(value: unknown, name: string) => string} */
function languageTag(value, name) {
	const tag = text(value, name);
	if (isLanguageTag(tag)) return tag;
	throw refusal(name, 'a language tag such as en-US');
}

/** @type {(value: unknown, name: string) => string[]} */
function languageTags(value, name) {
	return texts(value, name).map((tag) => languageTag(tag, name));
}

/**
 * With no object and no list in it.
 * @type {(value: unknown, name: string) => object}
 */
function flatObject(value, name) {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	const isFlat = isObject && Object.values(value).every((inner) => Object(inner) !== inner);
	if (isFlat) return value;
	throw refusal(name, 'a flat object');
}

/**
 * @param {string[]} values
 * @returns {(value: unknown, name: string) => string}
 */
function oneOf(values) {
	return (value, name) => {
		if (typeof value === 'string' && values.includes(value)) return value;
		throw refusal(name, `one of ${values.join(', ')}`);
	};
}

/** @param {string} tag */
function isLanguageTag(tag) {
	try {
		return Intl.getCanonicalLocales(tag).length === 1;
	} catch {
		return false;
	}
}

/**
 * @param {string} name
 * @param {string} form
 */
function refusal(name, form) {
	return new ServiceError('INVALID_OPTION', `${name} has to be ${form}`);
}

module.exports = { flatObject, languageTag, languageTags, oneOf, text, texts };
