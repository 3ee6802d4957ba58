const fastify = require('fastify');
const { controlRoutes } = require('../control');
const { noteUploads } = require('../store/external');
const { Call } = require('./call');
const { answerOf, ServiceError } = require('./errors');
const { operations } = require('./operations');
const { recordRequests } = require('./recorder');

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

/** @param {import('fastify').FastifyInstance} api @param {import('./operations').Operation} operation @param {Context} context */
function addRoute(api, { route, isPublic, handle }, context) {
	const [method, url] = route.split(' ');
	/** @type {import('fastify').RouteHandlerMethod} */
	const handler = async (request, reply) => {
		if (!isPublic) context.tokens.check(request.headers.authorization);
		const query = /** @type {Record<string, string>} */ (request.query);
		await noteUploads(context, Number(query.job_id));
		const body = /** @type {Record<string, unknown>} */ (request.body ?? {});
		send(reply, handle(new Call(context, query, body)));
		return reply;
	};
	api.route({ method, url, handler });
}

/** @param {unknown} error @param {Context} context @returns {Answer} */
function refusalOf(error, { switches }) {
	if (error instanceof ServiceError) return answerOf(error, switches);
	const { statusCode = 500, message } = /** @type {Error & { statusCode?: number }} */ (error);
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
