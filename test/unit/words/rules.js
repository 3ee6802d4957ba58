/** @typedef {{ words: RegExp, better: string }} Rule */

/** Words that people who build workflows stumble over, and what n8n's own nodes say instead. @type {Rule[]} */
const RULES = [
	{ words: /\bcan not\b/i, better: "can't" },
	{ words: /\bput(s|ting)? out\b/i, better: 'outputs, returns' },
	{
		// "There is no X" is plain, and so are "is no longer" and "is no more than".
		words: /(?<!\bthere )\bis no (?!longer\b|more\b)/i,
		better: "isn't a …",
	},
	{ words: /\bthe (service|vendor)\b/i, better: 'Verbit' },
	{ words: /\b(URL|link|token|key)s? (that )?end(s|ed)?\b/i, better: 'expires' },
	{ words: /\bends (in \d|within \d|at \d)/i, better: 'expires in …' },
	{ words: /(?<!\b(would|may|might) )\bha(s|ve) to be\b/i, better: 'must be' },
	{ words: /\bit is not known\b/i, better: 'may or may not' },
	{ words: /\bmend(s|ed|ing)?\b/i, better: 'fix, check' },
	{ words: /\b(is|are|was|were|be) told\b/i, better: 'says, shows' },
	{ words: /\bhand(s|ed|ing)? over\b/i, better: 'pass' },
	{ words: /\bin place of\b/i, better: 'instead of' },
	{ words: /\bas it (is|was|stands)\b/i, better: 'unchanged' },
	{ words: /\bas a rule\b/i, better: 'usually' },
	{ words: /\btake(s|n)? ([a-z]+ ){0,2}out\b/i, better: 'remove' },
	{ words: /\bbegun anew\b/i, better: 'restarted' },
	{ words: /\breckon(s|ed|ing)?\b/i, better: 'counted, estimated' },
	{ words: /\bforged\b/i, better: "that isn't from Verbit" },
	{ words: /\bwaits? in place\b/i, better: 'stays running' },
	{
		words: /\bthe last call\b/i,
		better: 'the call that starts the job',
	},
	{ words: /\bthe whole way\b/i, better: 'in one step' },
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

module.exports = { findings };
