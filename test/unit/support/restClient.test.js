const { createServer } = require('node:http');
const { once } = require('node:events');
const { ExecutionStatusList } = require('n8n-workflow');
const { RestClient } = require('../../support/n8n/restClient');

/** What n8n lists while execution 2 ends, and execution 3 ends between its two queries. */
const LISTED_APART = [
	{ id: '2', status: 'running' },
	{ id: '2', status: 'success' },
	{ id: '1', status: 'success' },
];
const LISTED_IN_ONE = [
	{ id: '3', status: 'success' },
	{ id: '2', status: 'running' },
	{ id: '1', status: 'success' },
];

/** As n8n does, makes one query of its database only where it is asked for a status. */
const server = createServer((request, response) => {
	const { searchParams } = new URL(request.url ?? '', 'http://n8n');
	const { status = [] } = JSON.parse(searchParams.get('filter') ?? '{}');
	const asksForAll = ExecutionStatusList.every((one) => status.includes(one));
	const results = asksForAll ? LISTED_IN_ONE : LISTED_APART;
	response.setHeader('Content-Type', 'application/json');
	response.end(JSON.stringify({ data: { results } }));
});

beforeAll(async () => await once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

test('an execution that ends while n8n lists it is neither listed twice nor left out', async () => {
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	const client = new RestClient(`http://127.0.0.1:${port}`, JSON.parse);
	expect(await client.listExecutions('workflow')).toEqual(LISTED_IN_ONE);
});
