const { Readable } = require('node:stream');
const fastify = require('fastify');
const { hamper } = require('../faults');
const { Call } = require('./call');
const { answerOf, ServiceError } = require('./errors');
const { operations } = require('./operations');

/**
 * @typedef {import('..').Emulator} Context
 * @typedef {import('./operations').Answer} Answer
 */

/** The service: its API and its authentication host, on one port. @param {Context} context */
async function startService(context) {
	const app = fastify({
		forceCloseConnections: true,
		// Keys such as `__proto__` are data like any other.
		onProtoPoisoning: 'ignore',
		onConstructorPoisoning: 'ignore',
	});
	await app.register(controlRoutes, { prefix: '/_emulator', context });
	await app.register(async (api) => {
		recordRequests(api, context);
		for (const operation of operations) addRoute(api, operation, context);
		api.setErrorHandler((error, _request, reply) => send(reply, refusalOf(error, context)));
		api.setNotFoundHandler((_request, reply) => send(reply, { status: 404, html: 'Not Found' }));
	});
	await app.listen({ port: context.ports.service, host: context.host });
	const address = /** @type {import('node:net').AddressInfo} */ (app.server.address());
	context.ports.service = address.port;
	return { close: () => app.close() };
}

/**
 * The emulator's own routes, for a process beside it. They need no key, as the emulator listens to this machine only.
 * @param {import('fastify').FastifyInstance} app
 * @param {{ context: Context }} options
 */
async function controlRoutes(app, { context: { switches } }) {
	// What the emulator refuses here is a mistake of the caller's.
	app.setErrorHandler((error, _request, reply) => {
		reply.code(400).send({ error: /** @type {Error} */ (error).message });
	});
	app.get('/switches', async () => switches.all());
	app.put('/switches', async ({ body }) => {
		switches.set(/** @type {Partial<import('../switches').SwitchValues>} */ (body));
		return switches.all();
	});
}

/**
 * Writes each request into the journal, and lets the faults befall it that are meant for it.
 * @param {import('fastify').FastifyInstance} api
 * @param {Context} context
 */
function recordRequests(api, { journal, faults }) {
	/** @type {WeakMap<object, import('../faults').Exchange>} */
	const exchanges = new WeakMap();

	api.addHook('onRequest', async (request, reply) => {
		const query = /** @type {Record<string, string>} */ ({ ...Object(request.query) });
		const route = `${request.method} ${request.url.split('?')[0]}`;
		const entry = journal.open(request.raw, reply.raw, {
			host: 'service',
			query,
			operation: operations.find((operation) => operation.route === route)?.name ?? null,
			jobId: /^\d+$/.test(query.job_id) ? Number(query.job_id) : null,
		});
		const exchange = { request: request.raw, response: reply.raw, entry };
		exchanges.set(request, exchange);
		if (await faults.befall(exchange)) reply.hijack();
	});

	api.addHook('preHandler', async (request) => {
		const { entry } = exchanges.get(request) ?? {};
		if (entry) entry.body = request.body;
	});

	api.addHook('onSend', async (request, reply, payload) => {
		const { entry, fault } = exchanges.get(request) ?? {};
		if (entry !== undefined) entry.status = reply.statusCode;
		if (fault?.kind === 'answerThenDrop') request.raw.socket.destroy();
		return payload instanceof Readable ? Readable.from(hamper(payload, fault)) : payload;
	});
}

/** @param {import('fastify').FastifyInstance} api @param {import('./operations').Operation} operation @param {Context} context */
function addRoute(api, { route, isPublic, handle }, context) {
	const [method, url] = route.split(' ');
	/** @type {import('fastify').RouteHandlerMethod} */
	const handler = async (request, reply) => {
		const query = /** @type {Record<string, string>} */ (request.query);
		const body = /** @type {Record<string, unknown>} */ (request.body ?? {});
		send(reply, handle(new Call(context, query, body)));
		return reply;
	};
	api.route({
		method,
		url,
		preValidation: async ({ headers }) => {
			if (!isPublic) context.tokens.check(headers.authorization);
		},
		handler,
	});
}

/** @param {unknown} error @param {Context} context @returns {Answer} */
function refusalOf(error, { switches }) {
	if (error instanceof ServiceError) return answerOf(error, switches);
	const fault = /** @type {import('fastify').FastifyError} */ (error);
	const { statusCode = 500, message } = fault;
	if (statusCode >= 500) return { status: statusCode, html: message };
	// A body that the framework could not read.
	return answerOf(new ServiceError('INVALID_OPTION', message), switches);
}

/** @param {import('fastify').FastifyReply} reply @param {Answer} answer */
function send(reply, { status, headers = {}, body, html, stream }) {
	reply.code(status).headers(headers);
	if (html === undefined) return void reply.send(stream ?? body);
	reply.type('text/html').send(`<!doctype html><title>${status}</title><p>${html}</p>`);
}

module.exports = { startService };
