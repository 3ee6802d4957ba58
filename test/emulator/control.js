/** @typedef {(request: { body: any }) => unknown} Handler its result is the answer; `{}` for nothing */

/**
 * The emulator's own routes, for a process beside it. They need no key, as the emulator listens to this machine only.
 * @param {import('fastify').FastifyInstance} app
 * @param {{ context: import('.').Emulator }} options
 */
async function controlRoutes(app, { context }) {
	// What the emulator refuses here is a mistake of the caller's.
	app.setErrorHandler((error, _request, reply) => {
		reply.code(400).send({ error: /** @type {Error} */ (error).message });
	});
	for (const [route, handle] of Object.entries(routesOf(context))) {
		const [method, url] = route.split(' ');
		app.route({ method, url, handler: async (request) => (await handle(request)) ?? {} });
	}
}

/** @param {import('.').Emulator} context @returns {Record<string, Handler>} */
function routesOf(context) {
	const { clock, faults, jobs, journal, switches } = context;
	return {
		'GET /health': () => ({ status: 'ok' }),
		'GET /journal': () => [...journal],
		'DELETE /journal': () => journal.clear(),
		'POST /clock': ({ body: { advanceMs, set } }) => {
			if (set !== undefined) clock.set(set);
			if (advanceMs !== undefined) clock.advance(advanceMs);
			return { now: clock.text() };
		},
		'GET /switches': () => switches.all(),
		'PUT /switches': ({ body }) => {
			switches.set(body);
			return switches.all();
		},
		'POST /faults': ({ body }) => faults.add(...[body].flat()),
		'DELETE /faults': () => faults.clear(),
		'POST /jobs': ({ body }) => ({ job_id: jobs.insert(body).id }),
	};
}

module.exports = { controlRoutes };
