/**
 * The emulator's own routes, for a process beside it. They need no key, as the emulator listens to this machine only.
 * @param {import('fastify').FastifyInstance} app
 * @param {{ context: import('.').Emulator }} options
 */
async function controlRoutes(app, { context: { jobs, switches } }) {
	// What the emulator refuses here is a mistake of the caller's.
	app.setErrorHandler((error, _request, reply) => {
		reply.code(400).send({ error: /** @type {Error} */ (error).message });
	});
	app.get('/switches', async () => switches.all());
	app.put('/switches', async ({ body }) => {
		switches.set(/** @type {Partial<import('./switches').SwitchValues>} */ (body));
		return switches.all();
	});
	app.post('/jobs', async ({ body }) => ({ job_id: jobs.insert(/** @type {any} */ (body)).id }));
}

module.exports = { controlRoutes };
