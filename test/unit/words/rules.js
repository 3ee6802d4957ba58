/** @typedef {{ words: RegExp, better: string, bad: string }} Rule `bad` is what the test finds */

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
	{ words: /\b(URL|link|token|key)s? (that )?end(s|ed)?\b/i, better: 'expires', bad: 'A URL ends' },
	{ words: /\bends (in \d|within \d|at \d)/i, better: 'expires in …', bad: 'ends in 59 min' },
	{ words: /(?<!\b(would|may|might) )\bha(s|ve) to be\b/i, better: 'must be', bad: 'has to be 3' },
	{ words: /\bit is not known\b/i, better: 'may or may not', bad: 'It is not known whether …' },
	{ words: /\bmend(s|ed|ing)?\b/i, better: 'fix, check', bad: 'Mend the credential.' },
	{ words: /\b(is|are|was|were|be) told\b/i, better: 'says, shows', bad: 'The user is told why' },
	{ words: /\bhand(s|ed|ing)? over\b/i, better: 'pass', bad: 'no files to hand over' },
	{ words: /\bin place of\b/i, better: 'instead of', bad: 'in place of its own name' },
	{ words: /\bas it (is|was|stands)\b/i, better: 'unchanged', bad: 'Sent as it is' },
	{ words: /\bas a rule\b/i, better: 'usually', bad: 'as a rule within a day' },
	{ words: /\btake(s|n)? ([a-z]+ ){0,2}out\b/i, better: 'remove', bad: 'or take the option out' },
	{ words: /\bbegun anew\b/i, better: 'restarted', bad: 'an upload is begun anew' },
	{ words: /\breckon(s|ed|ing)?\b/i, better: 'counted, estimated', bad: 'reckoned from two runs' },
	{ words: /\bforged\b/i, better: "that isn't from Verbit", bad: 'a forged call' },
	{ words: /\bwaits? in place\b/i, better: 'stays running', bad: 'The node waits in place' },
	{
		words: /\bthe last call\b/i,
		better: 'the call that starts the job',
		bad: 'during the last call',
	},
	{ words: /\bthe whole way\b/i, better: 'in one step', bad: 'the whole way in one step' },
];

/** @param {Array<import('./texts').Text>} texts @returns {string[]} what is wrong, a line each */
function findings(texts) {
	return texts.flatMap(({ place, text }) =>
		RULES.flatMap(({ words, better }) => {
			const [found] = words.exec(text) ?? [];
			if (found === undefined) return [];
			return [`${place}: "${found}" (better: ${better}) in: ${around(text, found)}`];
		}),
	);
}

/** @param {string} text @param {string} found */
function around(text, found) {
	const start = Math.max(0, text.indexOf(found) - 40);
	return text.slice(start, start + 100).replaceAll('\n', ' ');
}

module.exports = { findings, RULES };
