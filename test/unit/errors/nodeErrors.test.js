const { NodeApiError, NodeOperationError } = require('n8n-workflow');
const { toNodeError } = require('../../../nodes/Verbit/errors/nodeErrors');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');

const node = /** @type {any} */ ({
	id: '1',
	name: 'Verbit',
	type: 'n8n-nodes-verbit.verbit',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

const context = { getNode: () => node };

test("an error of others has their status, and a message that n8n's own texts do not replace", () => {
	const error = new StepError({
		code: 'UPLOAD_CUT',
		kind: 'response',
		activity: 'Upload',
		remedies: ['Try again.'],
		jobFate: 'kept',
		advisedTry: 'continue',
		response: { status: 503, summary: '503' },
		message: 'the connection was cut (ECONNRESET)',
	});
	const message = 'Upload: the connection was cut (ECONNRESET)';
	expect(toNodeError(context, error, 3)).toMatchObject({ message, httpCode: '503' });
});

test.each([
	new NodeOperationError(node, 'x'),
	new NodeApiError(node, { message: 'x' }, { itemIndex: 3 }),
])("n8n's own %s is handed on, and gets its item where it has none", (own) => {
	const { itemIndex = 0 } = own.context;
	expect(toNodeError(context, own, 0)).toBe(own);
	expect(own.context.itemIndex).toBe(itemIndex);
});

test('of any other error the message and the description are kept, and nothing else', () => {
	const more = { description: 'Look there.', request: { token: 'TopSecret' } };
	const error = toNodeError(context, Object.assign(new TypeError('no function'), more), 3);
	expect(error).toMatchObject({ message: 'no function', description: 'Look there.' });
	expect(JSON.stringify(error)).not.toContain('TopSecret');
	expect(toNodeError(context, 'gone', 0).message).toBe('gone');
});

test.each([
	['n8n', new NodeOperationError(node, 'Credential with ID "canceled" does not exist')],
	['a library', new Error('The operation was canceled')],
])('the word that makes n8n call an execution stopped is not passed on from %s', (_from, error) => {
	const { message } = toNodeError(context, error, 0);
	expect(message).toContain('Canceled');
	expect(message).not.toContain('canceled');
});
