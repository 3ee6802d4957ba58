/** One way to write imports and braces, beside n8n's own rules: `n8n-node lint` wants its configuration unchanged. */
import { config } from '@n8n/node-cli/eslint';

const { plugins } = config.find((part) => part.plugins?.['import-x']);

export default [
	...config,
	{ ignores: ['.runtime/'] },
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
