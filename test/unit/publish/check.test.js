const packageJson = require('../../../package.json');
const { missingForPublishing } = require('../../tools/publish/check');

const ready = {
	packageJson: {
		version: '1.2.3',
		author: { name: 'Ada Lovelace', email: 'ada@analytical-engine.org' },
		repository: { type: 'git', url: 'git+https://github.com/ada/n8n-nodes-verbit.git' },
	},
	changelog: '# Changelog\n\n## [1.2.3] - 2026-12-24\n',
	steps: '| What | Where it goes | Done |\n|---|---|---|\n| Ask | a letter | 2026-12-01 |\n',
	env: {
		GITHUB_REPOSITORY: 'ada/n8n-nodes-verbit',
		GITHUB_REF_TYPE: 'tag',
		GITHUB_REF_NAME: '1.2.3',
	},
};

/** @param {object} changes of package.json */
const withPackage = (changes) => ({
	...ready,
	packageJson: { ...ready.packageJson, ...changes },
});

/** @param {object} changes of the environment */
const withEnv = (changes) => ({ ...ready, env: { ...ready.env, ...changes } });

test('nothing is missing when all is filled in and belongs together, in an Action or outside', () => {
	expect(missingForPublishing(ready)).toEqual([]);
	expect(missingForPublishing({ ...ready, env: {} })).toEqual([]);
});

const AUTHOR = ready.packageJson.author;

test.each([
	['no repository.url', withPackage({ repository: undefined })],
	['no repository.url', withPackage({ repository: { url: 'git+https://gitlab.com/a/b.git' } })],
	['this is babbage/fork', withEnv({ GITHUB_REPOSITORY: 'babbage/fork' })],
	['author.email in pack', withPackage({ author: { ...AUTHOR, email: 'ada@node.example' } })],
	['author.name in pack', withPackage({ author: { ...AUTHOR, name: 'The maintainers' } })],
	['Ask Verbit (see docs', { ...ready, steps: '| Ask Verbit | a letter | open |\n' }],
	['CHANGELOG.md', { ...ready, changelog: '## [Unreleased]\n' }],
	['the tag is 1.2.4', withEnv({ GITHUB_REF_NAME: '1.2.4' })],
])('it says what is missing: %s', (sentence, about) => {
	expect(missingForPublishing(about)).toEqual([expect.stringContaining(sentence)]);
});

test("the package has the scripts that n8n's verification asks for, and needs provenance", () => {
	expect(packageJson.scripts).toMatchObject({
		build: expect.any(String),
		lint: expect.stringMatching(/^n8n-node lint\b/),
		prepublishOnly: 'n8n-node prerelease',
		release: 'n8n-node release',
	});
	expect(packageJson.publishConfig).toEqual({ access: 'public', provenance: true });
});
