const { plain, table } = require('../docs/markdown');
const { KINDS, reasonOf, WAY_TITLES } = require('./words');

/** Every recording that is not as it has to be; the others are counted. @param {import('./results').RunResult[]} results */
function oddTable(results) {
	const rows = results.flatMap(({ seed, odd }) => odd.map((one) => oddRow(seed, one)));
	const all = results.reduce((sum, { recordings }) => sum + recordings, 0);
	const others = `${all - rows.length} others: one started job each, with its bytes.`;
	return rows.length > 0 ? `${table(rows)}\n\n${others}` : others;
}

/** @param {number} seed @param {import('./results').Odd} one */
const oddRow = (seed, one) => ({
	Recording: one.id,
	Seed: seed,
	'How it reached n8n': WAY_TITLES[one.way],
	'What Verbit holds of it': holds(one),
	'What its sender got': receivedBy(one),
	'What its executions said': saidOf(one),
	'What is wrong': one.flaws
		.map((flaw) => `${KINDS[flaw.kind]}: ${reasonOf(one, flaw)}`)
		.join('\n'),
});

/** @param {import('./results').Odd} one */
function holds({ started, rightBytes, orphans }) {
	if (started + orphans === 0) return 'no job';
	const parts = [
		started > 0 ? `started jobs: ${started}, with its bytes: ${rightBytes}` : '',
		orphans > 0 ? `jobs not started: ${orphans}` : '',
	];
	return parts.filter(Boolean).join(', ');
}

/** @param {import('./results').Odd} one */
function receivedBy({ sending }) {
	if (sending === undefined) return '';
	return `${sending.isTaken ? 'success' : 'no success'}, tries: ${sending.tries}`;
}

/** @param {import('./results').Odd} one */
function saidOf({ said }) {
	const texts = Object.entries(said).map(([text, times]) => `${times} × ${plain(text)}`);
	return texts.join('\n') || 'nothing: n8n kept none of their data';
}

module.exports = { oddTable };
