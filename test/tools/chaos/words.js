/** How recordings reach n8n, as the page says it. @type {Record<import('./plan').Way, string>} */
const WAY_TITLES = {
	webhook: 'Webhook that responds when the last node finishes',
	folder: 'Schedule that lists a folder',
	atOnce: 'Webhook that responds immediately',
};

/** @type {Record<import('./flaws').Kind, string>} */
const KINDS = {
	twice: 'started twice',
	bytes: 'other bytes',
	lie: 'success that is not true',
	notStarted: 'not started',
	orphan: 'an unstarted job that nothing names',
};

/** Why a recording has a flaw. @param {import('./results').Odd} one @param {import('./flaws').Flaw} flaw */
function reasonOf({ sending }, { kind, cause }) {
	if (cause === 'node') return 'a fault of this node';
	if (cause === 'crash') {
		return 'the process ended while it started the job; an error names the recording, and a person must look';
	}
	if (kind === 'orphan') return 'n8n dropped the data of the execution that created the job';
	if (sending === undefined) return 'no scheduled run succeeded';
	if (sending.isTaken) return 'n8n returned success to the sender and dropped the data';
	return 'n8n never completed it, and the sender, who got no success, still has it';
}

module.exports = { KINDS, reasonOf, WAY_TITLES };
