/** One way to write imports and braces. `n8n-node lint`, which wants its own configuration unchanged, has the other rules. */
import { config } from '@n8n/node-cli/eslint';

const { plugins } = config.find((part) => part.plugins?.['import-x']);
const parser = config.find(({ name }) => name === 'typescript-eslint/base');

export default [
	parser,
	{ ignores: ['.runtime/', 'coverage/', 'dist/'] },
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
