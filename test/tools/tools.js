const JEST = 'npx --no-install jest --config test/jest.config.js --selectProjects';

/** What each does, and how it is started. @type {Record<string, [does: string, command: string]>} */
const TOOLS = {
	'check-publish': [
		'lists what is missing before a version can be published',
		'node test/tools/publish/run.js',
	],
	coverage: [
		'prints what the unit and engine tests run of the code',
		`${JEST} unit engine --coverage`,
	],
	figures: ['prints how much of the code there is', 'node test/tools/figures/run.js'],
	mutation: [
		'changes the code in many small ways, and lists what no test notices: -- mutation nodes/Verbit/wait',
		'node test/tools/quality/mutation.js',
	],
	// The execution that is killed for a sample never ends.
	saved: [
		'writes what this build leaves in n8n into test/saved/1, before the first version is published',
		`env VERBIT_WRITE_SAVED=1 ${JEST} engine --testPathPatterns engine/saved --forceExit`,
	],
	screenshots: ['takes the pictures of the docs anew', 'node test/browser/screenshots.js'],
	versions: ['tests other versions of n8n: -- versions 2.41.0 latest', 'node test/versions/run.js'],
};

module.exports = { TOOLS };
