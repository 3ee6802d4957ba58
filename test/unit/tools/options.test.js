const { spawnSync } = require('node:child_process');
const path = require('node:path');

/** @param {string} tool @param {string} option */
function call(tool, option) {
	const script = path.join(__dirname, '../../tools', tool, 'run.js');
	return spawnSync(process.execPath, [script, option], { encoding: 'utf8' });
}

describe.each([
	['chaos', '--seeds'],
	['demo', 'npm run demo:editor'],
	['soak', '--days'],
])('the tool %s', (tool, option) => {
	test('says with --help what it does and which options it has', () => {
		const { status, stdout, stderr } = call(tool, '--help');
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		expect(stdout).toContain(`\`npm run ${tool}\`: `);
		expect(stdout).toContain(option);
	});

	test('refuses an option that it does not have', () => {
		const { status, stderr } = call(tool, '--halp');
		expect({ status, stderr }).toEqual({ status: 1, stderr: "Unknown option '--halp'\n" });
	});
});
