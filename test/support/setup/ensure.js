const { withLock } = require('./lock');
const { step } = require('./progress');
const { isStamped, stamp } = require('./stamp');

/**
 * Does a step of the set-up unless its stamp says that it is done.
 *
 * @param {object} task
 * @param {string} task.title
 * @param {string} task.stampFile
 * @param {() => string} task.state what the outcome depends on; the stamp holds it
 * @param {string} task.lockFile
 * @param {() => Promise<void>} work
 */
async function ensure({ title, stampFile, state, lockFile }, work) {
	const isDone = () => isStamped(stampFile, state());
	if (isDone()) return;
	await step(title, () =>
		withLock(lockFile, async () => {
			if (isDone()) return;
			await work();
			stamp(stampFile, state());
		}),
	);
}

module.exports = { ensure };
