const { Callbacks } = require('./callbacks/callbacks');
const { Clock } = require('./clock');
const { settleJobs } = require('./service/lifecycle');
const { State } = require('./state');
const { Objects } = require('./store/objects');
const { Switchboard } = require('./switchboard');

/**
 * What the service, the store and the control routes share.
 * @typedef {object} Context
 * @property {State} state
 * @property {Clock} clock
 * @property {Callbacks} callbacks
 * @property {Switchboard} switches
 * @property {Objects} objects
 * @property {import('./faults').Faults} faults
 * @property {import('./journal').Journal} journal
 * @property {import('./store/presign').Store} [externalStore] where upload URLs point to, if not to the emulator's own
 */

/**
 * @param {{ dataDir: string, isTemporary: boolean }} kept what is kept on the disk
 * @param {Pick<Context, 'faults' | 'journal' | 'externalStore'>} volatile what is not kept on the disk
 * @param {string} [apiKey]
 * @returns {Context}
 */
function openContext({ dataDir, isTemporary }, { faults, journal, externalStore }, apiKey) {
	const state = new State(dataDir, apiKey, isTemporary);
	const context = /** @type {Context} */ ({
		state,
		clock: new Clock(state),
		switches: new Switchboard(state),
		objects: new Objects(dataDir, state),
		faults,
		journal,
		externalStore,
	});
	context.callbacks = new Callbacks(context);
	context.clock.tasks = [() => settleJobs(context), () => context.callbacks.sendDue()];
	return context;
}

module.exports = { openContext };
