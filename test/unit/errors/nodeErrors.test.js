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

const stepError = (/** @type {Partial<StepError['details']>} */ details) =>
	new StepError({
		code: 'UPLOAD_CUT',
		kind: 'response',
		activity: 'Upload',
		message: 'the connection was cut (ECONNRESET)',
		remedies: ['Try again.'],
		jobFate: 'kept',
		nextTry: 'continue',
		...details,
	});

test("an error has its item, what to do, and a message that n8n's own texts do not replace", () => {
	const told = {
		message: 'Upload: the connection was cut (ECONNRESET)',
		description: 'Try again.',
		context: { itemIndex: 3 },
	};
	const ofUser = toNodeError(context, stepError({ kind: 'input' }), 3);
	expect(ofUser).toBeInstanceOf(NodeOperationError);
	expect(ofUser).toMatchObject(told);
	const ofOthers = toNodeError(
		context,
		stepError({ response: { status: 503, summary: '503' } }),
		3,
	);
	expect(ofOthers).toBeInstanceOf(NodeApiError);
	expect(ofOthers).toMatchObject({ ...told, httpCode: '503' });
});

test.each([
	new NodeOperationError(node, 'x'),
	new NodeApiError(node, { message: 'x' }, { itemIndex: 3 }),
])("n8n's own %s is handed on, and gets its item where it has none", (own) => {
	const { itemIndex = 0 } = own.context;
	expect(toNodeError(context, own, 0)).toBe(own);
	expect(own.context.itemIndex).toBe(itemIndex);
});

test('any other error is a NodeOperationError with its message and nothing else of it', () => {
	const request = { token: 'TopSecret' };
	const error = toNodeError(context, Object.assign(new TypeError('no function'), { request }), 3);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: 'no function', context: { itemIndex: 3 } });
	expect(JSON.stringify(error)).not.toContain('TopSecret');
});

test.each([
	[
		{ message: 'x', description: 'Look at the expression.' },
		'description',
		'Look at the expression.',
	],
	['gone', 'message', 'gone'],
])('of %j the %s is kept', (thrown, name, text) => {
	expect(toNodeError(context, thrown, 0)).toHaveProperty(name, text);
});

test.each([
	['Verbit or a storage', stepError({ message: 'Verbit returned 422 (canceled by the owner)' })],
	['n8n', new NodeOperationError(node, 'Credential with ID "canceled" does not exist')],
	['a library', new Error('The operation was canceled')],
])('the word that makes n8n call an execution stopped is not passed on from %s', (_from, error) => {
	const { message } = toNodeError(context, error, 0);
	expect(message).toContain('Canceled');
	expect(message).not.toContain('canceled');
});
