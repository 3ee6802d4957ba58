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

test('nothing is missing when all is filled in and belongs together, in an Action or outside', () => {
	expect(missingForPublishing(ready)).toEqual([]);
	expect(missingForPublishing({ ...ready, env: {} })).toEqual([]);
});

test.each([
	['no repository', withPackage({ repository: undefined }), 'no repository.url'],
	[
		'a repository elsewhere',
		withPackage({ repository: { url: 'git+https://gitlab.com/ada/node.git' } }),
		'no repository.url',
	],
	[
		'the repository of somebody else',
		{ ...ready, env: { ...ready.env, GITHUB_REPOSITORY: 'babbage/fork' } },
		'this is babbage/fork',
	],
	[
		'a placeholder for the e-mail',
		withPackage({ author: { name: 'Ada Lovelace', email: 'ada@node.example' } }),
		'author.email in package.json is a placeholder',
	],
	[
		'a placeholder for the name',
		withPackage({ author: { name: 'The maintainers', email: 'ada@analytical-engine.org' } }),
		'author.name in package.json is a placeholder',
	],
	[
		'a step that only a person can do',
		{ ...ready, steps: '| Ask Verbit | a letter | open |\n' },
		'Ask Verbit (see docs/maintainers/publishing.md)',
	],
	['no entry in the changelog', { ...ready, changelog: '## [Unreleased]\n' }, 'CHANGELOG.md'],
	[
		'a tag of another version',
		{ ...ready, env: { ...ready.env, GITHUB_REF_NAME: '1.2.4' } },
		'the tag is 1.2.4',
	],
])('it says so when there is %s', (_case, about, sentence) => {
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
