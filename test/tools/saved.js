const { spawnSync } = require('node:child_process');

/** The number of the form in which the node saves: `VERSION` in `nodes/Verbit/run/journal.ts`. */
const FORM = '1';

const jest = ['jest', '--config', 'test/jest.config.js', '--selectProjects', 'engine'];
const { status } = spawnSync('npx', ['--no-install', ...jest, 'engine/saved'], {
	stdio: 'inherit',
	env: { ...process.env, VERBIT_WRITE_SAVED: FORM },
});
process.exitCode = status ?? 1;
