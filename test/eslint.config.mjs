/** The rules of `n8n-node lint`, which wants its own configuration unchanged, and one way to write imports and braces. */
import { readFileSync } from 'node:fs';
import { config } from '@n8n/node-cli/eslint';

const { plugins } = config.find((part) => part.plugins?.['import-x']);

export default [
	...config,
	{ ignores: ['.runtime/', 'coverage/'] },
	// Rules of n8n look into it: what is cached of other files holds for this one alone.
	{ settings: { package: readFileSync('package.json', 'utf8') } },
	{
		files: ['**/*.{js,mjs,ts}'],
		plugins: { 'import-x': plugins['import-x'] },
		rules: {
			curly: ['error', 'multi-or-nest'],
			'import-x/order': [
				'error',
				{
					groups: ['builtin', 'external', 'parent', 'sibling'],
					alphabetize: { order: 'asc', caseInsensitive: true },
				},
			],
			'sort-imports': ['error', { ignoreDeclarationSort: true, ignoreCase: true }],
		},
	},
];
