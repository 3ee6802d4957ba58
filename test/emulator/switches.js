/**
 * What Verbit doesn't say in public. The emulator has to choose, and each choice is an assumption: the others can be
 * switched to, so that a client is tested against all of them. A few are settings, as an account has them. The README
 * says what each is about. The default comes first, then the other values; none where it may be any number or text.
 */
const SWITCHES = /** @type {const} */ ({
	// Tokens, keys, and how what is wrong is refused.
	badTokenAnswer: [401, 403, 400, 200],
	badTokenEnvelope: [true, false],
	keyTakenBy: ['both', 'exchange', 'apiToken'],
	wrongKeyAnswer: [401, 403, 400, 404, 422, '200-without-token'],
	errorStatus: [400, 200, 404, 422, 500],
	tokenKind: ['jwt', 'opaque'],
	tokenHasExp: [true, false],
	tokenLifetime: [86_400],
	profilesListed: [true, false],

	// A job's life.
	environment: ['production', 'sandbox'],
	transcriptionSeconds: [60],
	performParametersIn: ['either', 'query', 'body', 'options'],
	callbackRepeatSeconds: [2],

	// What a job is made of, and the storage that takes it.
	addAssetIdType: ['string', 'number'],
	uploadUrlForAssetUrl: [false, true],
	secondNotes: ['accepted', 'refused'],
	signatureVersion: ['v4', 'v2'],
	signedContentType: ['none'],

	// The deprecated direct upload.
	uploadUrlPath: ['request_upload_url', 'get_upload_url'],
	uploadUrlParameter: ['file_name'],
	uploadUrlField: ['upload_url'],

	// How the file with the captions comes.
	captionDelivery: ['direct', 'redirect'],
	captionRedirectStatus: [302, 301, 303, 307, 308],
	captionContentType: ['byFormat'],
	captionFileName: [false, true],
	captionLength: [true, false],
	captionBytes: [0],
	transcriptKind: ['transcript', 'captions'],
	transcriptHours: [0],
});

/**
 * @typedef {keyof typeof SWITCHES} SwitchName
 * @typedef {{ [Name in SwitchName]: ValueOf<(typeof SWITCHES)[Name]> }} SwitchValues
 */

/**
 * @template {readonly unknown[]} Values
 * @typedef {Values extends readonly [number] ? number : Values extends readonly [string] ? string : Values[number]} ValueOf
 */

const DEFAULTS = /** @type {SwitchValues} */ (
	Object.fromEntries(Object.entries(SWITCHES).map(([name, [byDefault]]) => [name, byDefault]))
);

/** The switches as they are set now. A change holds from the next request on, and over a restart. */
class Switchboard {
	/** @param {import('./state').State} state */
	constructor(state) {
		this.state = state;
	}

	/** @template {SwitchName} Name @param {Name} name @returns {SwitchValues[Name]} */
	get(name) {
		return this.all()[name];
	}

	/** @returns {SwitchValues} */
	all() {
		return { ...DEFAULTS, ...this.state.data.switches };
	}

	/**
	 * @param {Partial<SwitchValues>} values
	 * @throws RangeError for a name or value that is not in the table; nothing is set then
	 */
	set(values) {
		for (const [name, value] of Object.entries(values)) {
			const known = /** @type {readonly unknown[]} */ (SWITCHES[/** @type {SwitchName} */ (name)]);
			if (known === undefined) throw new RangeError(`There is no switch ${name}`);
			if (known.length > 1 && !known.includes(value))
				throw new RangeError(`${name} can not be ${JSON.stringify(value)}`);
		}
		Object.assign(this.state.data.switches, values);
	}

	reset() {
		this.state.data.switches = {};
	}
}

module.exports = { Switchboard, SWITCHES };
