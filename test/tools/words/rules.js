/**
 * @typedef {object} Rule
 * @property {RegExp} words
 * @property {string} better
 * @property {string} bad an example, for the test
 */

/** Words that people who build workflows stumble over, and what n8n's own nodes say instead. @type {Rule[]} */
const RULES = [
	{ words: /\bcan not\b/i, better: "can't", bad: 'The file can not be read' },
	{ words: /\bput(s|ting)? out\b/i, better: 'outputs, returns', bad: 'Puts out one item' },
	{
		// "There is no X" is plain, and so are "is no longer" and "is no more than".
		words: /(?<!\bthere )\bis no (?!longer\b|more\b)/i,
		better: "isn't a …",
		bad: 'This is no job ID',
	},
	{ words: /\bthe (service|vendor)\b/i, better: 'Verbit', bad: 'What the service says' },
	{
		words: /\b(URL|link|token|key)s? (that )?end(s|ed)?\b/i,
		better: 'expires',
		bad: 'The upload URL ended',
	},
	{
		words: /\bends (in \d|within \d|at \d)/i,
		better: 'expires in …',
		bad: 'Media URL ends in 59 min',
	},
	{
		words: /(?<!\b(would|may|might) )\bha(s|ve) to be\b/i,
		better: 'must be',
		bad: 'has to be a number, but is 3',
	},
	{ words: /\bit is not known\b/i, better: 'may or may not', bad: 'It is not known whether …' },
	{ words: /\bmend(s|ed|ing)?\b/i, better: 'fix, check', bad: 'Mend the credential.' },
	{ words: /\b(is|are|was|were|be) told\b/i, better: 'says, shows', bad: 'The user is told why' },
	{ words: /\bhand(s|ed|ing)? over\b/i, better: 'pass', bad: 'no files to hand over' },
	{ words: /\bin place of\b/i, better: 'instead of', bad: 'in place of its own name' },
	{ words: /\bas it (is|was|stands)\b/i, better: 'unchanged', bad: 'Sent as it is' },
	{ words: /\bas a rule\b/i, better: 'usually', bad: 'as a rule within a day' },
	{ words: /\btake(s|n)? ([a-z]+ ){0,2}out\b/i, better: 'remove', bad: 'or take the option out' },
	{ words: /\bbegun anew\b/i, better: 'restarted', bad: 'an upload is begun anew' },
	{ words: /\bthe whole way\b/i, better: 'in one step', bad: 'the whole way in one step' },
];

/**
 * Texts that keep such words.
 * @type {Array<{ place: RegExp, text: RegExp, reason: string }>}
 */
const EXCEPTIONS = [];

module.exports = { EXCEPTIONS, RULES };
