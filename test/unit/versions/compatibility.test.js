const { outcomesOf, reasonOf, withTable } = require('../../versions/compatibility');

const origin = { date: '2026-02-02T04:17:00.000Z', commit: '222bbbb' };

const text = (/** @type {string[]} */ ...rows) =>
	[
		'# Title',
		'<!-- written by `npm run test:versions` -->',
		'',
		'| n8n | Tests that pass | Run on | Commit of this node |',
		'| --- | --- | --- | --- |',
		...rows,
		'',
		'<!-- end -->',
		'The rest',
	].join('\n');

test('the tests of each version are counted, and the ones that fail are named', () => {
	const result = (/** @type {string} */ version, /** @type {string} */ status, title = 'a') => ({
		ancestorTitles: [`in n8n ${version}`, 'a long wait'],
		status,
		title,
	});
	const assertionResults = [
		result('2.0.3', 'passed'),
		result('2.0.3', 'failed', 'it waits'),
		result('1.123.81', 'passed'),
	];
	const outcomes = outcomesOf(/** @type {any} */ ({ testResults: [{ assertionResults }] }));
	expect([...outcomes]).toEqual([
		['2.0.3', '1 of 2; fails: it waits'],
		['1.123.81', '1 of 1'],
	]);
});

test.each([
	[
		'"npm install" ended with exit code 1:\nnpm warn old\nnpm error code ETARGET\nnpm error notarget No matching version found for @n8n/agents@0.26.2.\nnpm error A complete log of this run',
		"not tested, as npm can't install this n8n: No matching version found for @n8n/agents@0.26.2.",
	],
	['Something else\nmore', "not tested, as npm can't install this n8n: Something else"],
])('the reason why a version does not install is what npm says: %j', (message, reason) => {
	expect(reasonOf(new Error(message))).toBe(reason);
});

test('the rows of a run take the place of those before, and the others stay', () => {
	const before = text(
		'| 2.11.0 | does not install: a \\| b | 2026-01-01 | 111aaaa |',
		'| 2.10.0 | 9 of 9 | 2026-01-01 |',
		'| 2.0.3 | 8 of 9 | 2026-01-01 | 111aaaa |',
	);
	const outcomes = new Map([
		['2.0.3', '9 of 9'],
		['2.41.3', 'does not install: a | b'],
	]);
	expect(withTable(before, outcomes, origin)).toBe(
		text(
			'| 2.41.3 | does not install: a \\| b | 2026-02-02 | 222bbbb |',
			'| 2.11.0 | does not install: a \\| b | 2026-01-01 | 111aaaa |',
			'| 2.10.0 | 9 of 9 | 2026-01-01 |  |',
			'| 2.0.3 | 9 of 9 | 2026-02-02 | 222bbbb |',
		),
	);
});

test('a text without a place for the table is an error', () => {
	expect(() => withTable('# Title', new Map(), origin)).toThrow('There is no <!--');
});
