const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');
const { checkout } = require('../../support/setup/paths');
const { NAMED } = require('../../tools/quality/holding');
const { codeOf, filesIn, productFiles, read } = require('./sources');

const PAGES =
	'README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs examples test/README.md test/emulator';

/** What each is told, below its name. */
const TOOLS = /** @type {const} */ ([
	[
		'imports stay in the layers of the page of architecture, and never go round',
		'depcruise',
		'--config test/unit/architecture/layers.js --output-type err nodes credentials',
	],
	[
		'nothing is exported that nobody imports',
		'knip',
		'--config test/unit/architecture/knip.json --include exports,types',
	],
	[
		'every link leads to a file and a heading that are there',
		'remark',
		`--frail --quiet --no-color --no-stdout --use remark-validate-links=repository:false ${PAGES}`,
	],
]);

/** They are started together: each takes seconds. */
const RUNS = TOOLS.map(([what, tool, options]) => {
	const file = path.join(checkout, 'node_modules/.bin', tool);
	const found = promisify(execFile)(file, options.split(' '), { cwd: checkout }).then(
		() => '',
		({ stdout, stderr }) => stdout + stderr,
	);
	return /** @type {const} */ ([what, found]);
});

test.each(RUNS)('%s', async (_what, found) => {
	expect(await found).toBe('');
});

/**
 * Signs of code that reads or changes what n8n doesn't publish: its stack and run data, an object's hidden fields or
 * class, a cast of a context, a node's ID that is swapped, conditions of the editor that are not documented.
 */
const PRIVATE_STATE =
	/\brunExecutionData\b|\bgetExecuteData\b|\bnodeExecutionStack\b|\bwaitTill\b|\bcontext as unknown as \{|\.constructor\b|\bnode\.id = |getNode\(\)\.id = |\bObject\.(?:create|defineProperty|setPrototypeOf)\(|'toJSON'|endsWith\('Tool'\)|'@tool'/;

test("only `nodes/Verbit/n8n` relies on n8n's private state, in files that say on what, and what happens without it", () => {
	const relying = productFiles().filter((file) => PRIVATE_STATE.test(codeOf(file)));
	expect(relying).toContain('nodes/Verbit/n8n/suspend.ts');
	expect(relying.filter((file) => !file.startsWith('nodes/Verbit/n8n/'))).toEqual([]);
	const adapters = productFiles().filter((file) => file.startsWith('nodes/Verbit/n8n/'));
	const says = (/** @type {string} */ file) =>
		/Relied on[^]*[Ss]een in[^]*Missing/.test(read(file).split('*/')[0]);
	expect(adapters.filter((file) => !says(file))).toEqual([]);
});

test('the tests that the mutation command knows are there', () => {
	const tests = filesIn('test', '.test.js');
	expect(NAMED.filter((name) => !tests.includes(`test/${name}.test.js`))).toEqual([]);
});
