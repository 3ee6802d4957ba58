const { insertJob } = require('./service/jobs');
const { changeJob } = require('./service/lifecycle');

/**
 * @typedef {import('./context').Context} Context
 * @typedef {import('fastify').FastifyInstance} App
 * @typedef {{ status: import('./state').JobStatus } & import('./service/lifecycle').Change} StatusChange
 */

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * The emulator's own routes, for a process beside it. They need no key, and so are for this machine only.
 * @param {App} app
 * @param {{ context: Context }} options
 */
async function controlRoutes(app, { context }) {
	app.addHook('onRequest', async (request, reply) => {
		if (!LOOPBACK.test(request.ip)) return await reply.code(403).send({ error: 'Loopback only' });
	});
	// What the emulator refuses here is a mistake of the caller's.
	app.setErrorHandler((error, _request, reply) => {
		reply.code(400).send({ error: /** @type {Error} */ (error).message });
	});
	addReadingRoutes(app, context);
	addChangingRoutes(app, context);
	addJobRoutes(app, context);
}

/**
 * @param {App} app
 * @param {Context} context
 */
function addReadingRoutes(app, { state, journal, switches }) {
	app.get('/health', async () => ({ status: 'ok' }));
	app.get('/state', async () => {
		const { jobs, callbacks, assets, objects } = state.data;
		return { jobs, callbacks, assets, objects };
	});
	app.get('/journal', async () => [...journal]);
	app.get('/switches', async () => switches.all());
}

/**
 * @param {App} app
 * @param {Context} context
 */
function addChangingRoutes(app, context) {
	const { clock, switches, faults, journal } = context;
	app.delete('/journal', async () => {
		journal.clear();
		return {};
	});
	app.post('/clock', async ({ body }) => {
		const { advanceMs, set } = /** @type {{ advanceMs?: number, set?: string }} */ (body);
		if (set !== undefined) clock.set(set);
		if (advanceMs !== undefined) clock.advance(advanceMs);
		return { now: clock.text() };
	});
	app.put('/switches', async ({ body }) => {
		switches.set(/** @type {Partial<import('./switches').SwitchValues>} */ (body));
		return switches.all();
	});
	app.post('/faults', async ({ body }) => {
		faults.add(.../** @type {import('./faults').Fault[]} */ ([body].flat()));
		return {};
	});
	app.delete('/faults', async () => {
		faults.clear();
		return {};
	});
}

/**
 * @param {App} app
 * @param {Context} context
 */
function addJobRoutes(app, context) {
	app.post('/jobs', async ({ body }) => {
		const job = insertJob(context, /** @type {Parameters<typeof insertJob>[1]} */ (body));
		return { job_id: job.id };
	});
	app.put('/jobs/:id/status', async ({ params, body }) => {
		const { status, ...change } = /** @type {StatusChange} */ (body);
		changeJob(context, idIn(params), status, change);
		return {};
	});
	app.post('/jobs/:id/callback', async ({ params, body }) => {
		const overrides = /** @type {Record<string, string>} */ (body ?? {});
		return await context.callbacks.deliver(idIn(params), overrides);
	});
	app.post('/test-event', async ({ body }) => {
		const overrides = /** @type {Record<string, string>} */ (body ?? {});
		return await context.callbacks.deliverTestEvent(overrides);
	});
}

/** @param {unknown} params of a route about one job */
function idIn(params) {
	return Number(/** @type {{ id: string }} */ (params).id);
}

module.exports = { controlRoutes };
