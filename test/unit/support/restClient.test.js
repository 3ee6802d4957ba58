const { createServer } = require('node:http');
const { once } = require('node:events');
const { RestClient } = require('../../support/n8n/restClient');

/** What n8n's list holds while an execution ends: current executions first, then results. */
const LISTED = [
	{ id: '2', status: 'running' },
	{ id: '2', status: 'success' },
	{ id: '1', status: 'success' },
];

const server = createServer((_request, response) => {
	response.setHeader('Content-Type', 'application/json');
	response.end(JSON.stringify({ data: { results: LISTED } }));
});

beforeAll(async () => await once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

test('an execution that n8n lists twice, as running and as a result, is one', async () => {
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	const client = new RestClient(`http://127.0.0.1:${port}`, JSON.parse);
	expect(await client.listExecutions('workflow')).toEqual([
		{ id: '2', status: 'success' },
		{ id: '1', status: 'success' },
	]);
});
