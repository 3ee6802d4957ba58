const { Readable } = require('node:stream');
const { hamper } = require('../faults');
const { operations } = require('./operations');

/**
 * Writes each request into the journal, and lets the faults befall it that are meant for it.
 * @param {import('fastify').FastifyInstance} api
 * @param {import('..').Emulator} context
 */
function recordRequests(api, context) {
	/** @type {WeakMap<object, import('../faults').Exchange>} */
	const exchanges = new WeakMap();

	api.addHook('onRequest', async (request, reply) => {
		const entry = openEntry(request, reply.raw, context);
		const exchange = { request: request.raw, response: reply.raw, entry };
		exchanges.set(request, exchange);
		if (await context.faults.befall(exchange)) reply.hijack();
	});

	api.addHook('preHandler', async (request) => {
		const { entry } = exchanges.get(request) ?? {};
		const bytes = Number(request.headers['content-length'] ?? 0);
		if (entry) Object.assign(entry, { body: request.body, bytes });
	});

	api.addHook('onSend', async (request, reply, payload) => {
		const { entry, fault } = exchanges.get(request) ?? {};
		if (entry !== undefined) entry.status = reply.statusCode;
		if (fault?.kind === 'answerThenDrop') request.raw.socket.destroy();
		return payload instanceof Readable ? Readable.from(hamper(payload, fault)) : payload;
	});
}

/**
 * @param {import('fastify').FastifyRequest} request
 * @param {import('node:http').ServerResponse} response
 * @param {import('..').Emulator} context
 */
function openEntry({ method, url, query: parsed, raw }, response, context) {
	const query = /** @type {Record<string, string>} */ ({ ...Object(parsed) });
	const [path] = url.split('?');
	const operation = operations.find(({ route }) => route === `${method} ${path}`);
	return context.journal.open(raw, response, {
		host: 'service',
		query,
		operation: operation?.name ?? null,
		jobId: /^\d+$/.test(query.job_id) ? Number(query.job_id) : null,
	});
}

module.exports = { recordRequests };
