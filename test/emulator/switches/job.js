/**
 * A job's life.
 *
 * @typedef {object} JobSwitches
 * @property {200 | 201} newJobStatus
 * @property {boolean} newJobWarning
 * @property {'either' | 'string' | 'array'} dynamicDictionaryType
 * @property {'production' | 'sandbox'} environment
 * @property {number} transcriptionSeconds
 * @property {'either' | 'query' | 'body' | 'options'} performParametersIn
 * @property {'seconds' | 'minutes'} finishInUnit
 * @property {'obeyed' | 'ignored' | 'refused'} finishInProduction
 * @property {'json' | 'empty' | '204'} performAnswer
 * @property {string} callbackParameter
 * @property {string} callbackUrl
 * @property {number} callbackRepeatSeconds
 * @property {'none' | 'In Progress'} draftCallbackStatus
 * @property {'noJob' | 'unknownJob' | 'empty'} testEventForm
 */

/** @type {Readonly<Record<keyof JobSwitches, import('.').Switch>>} */
const JOB_SWITCHES = {
	newJobStatus: {
		default: 200,
		values: [200, 201],
		about: 'assumption: the HTTP status of a new job',
	},
	newJobWarning: {
		default: false,
		values: [true, false],
		about: 'assumption: a new job that is as it should be is answered without `warning`',
	},
	dynamicDictionaryType: {
		default: 'either',
		values: ['either', 'string', 'array'],
		about: 'documented as a string; assumption: an array, as client code sends it, is taken too',
	},
	environment: {
		default: 'production',
		values: ['production', 'sandbox'],
		about: 'setting: in the sandbox a job stays In Progress unless it is told otherwise',
	},
	transcriptionSeconds: {
		default: 60,
		values: /^\d+$/,
		about: 'setting: how long a job is In Progress, by the clock of the emulator',
	},
	performParametersIn: {
		default: 'either',
		values: ['either', 'query', 'body', 'options'],
		about:
			'assumption: perform_transcription reads its parameters from the body, else from `options` in it, and else from the query; with one place alone they are ignored elsewhere',
	},
	finishInUnit: {
		default: 'seconds',
		values: ['seconds', 'minutes'],
		about: 'assumption: the unit of finish_in',
	},
	finishInProduction: {
		default: 'obeyed',
		values: ['obeyed', 'ignored', 'refused'],
		about:
			'documented for the sandbox; assumption: finish_in and finish_with_error work in production too',
	},
	performAnswer: {
		default: 'json',
		values: ['json', 'empty', '204'],
		about: 'assumption: what is answered to a start; empty is 200 with no body',
	},
	callbackParameter: {
		default: 'callback_url',
		values: /^\w+$/,
		about: "assumption: the parameter of perform_transcription with the job's own callback URL",
	},
	callbackUrl: {
		default: 'none',
		values: /^(none|https?:\/\/.+)$/,
		about: "setting: the account's callback URL, for jobs that have none of their own",
	},
	callbackRepeatSeconds: {
		default: 2,
		values: /^\d+$/,
		about:
			'setting: how long after a callback that was not taken it is sent again; each further wait is twice as long',
	},
	draftCallbackStatus: {
		default: 'none',
		values: ['none', 'In Progress'],
		about: 'assumption: a callback about a draft has draft_ready and no status',
	},
	testEventForm: {
		default: 'noJob',
		values: ['noJob', 'unknownJob', 'empty'],
		about: "assumption: what the account's test event says",
	},
};

module.exports = { JOB_SWITCHES };
