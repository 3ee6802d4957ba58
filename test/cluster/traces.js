const fs = require('node:fs');
const path = require('node:path');

/** What n8n is made of, and what it has not written itself. */
const NOT_TRACES = ['node_modules', 'nodes'];

/** @typedef {import('./queue').Queue} Queue */

/**
 * Everything that n8n keeps and shows, as text under the name of its place: the database, files and logs of all processes,
 * Redis, and what the editor gets. @param {Queue} queue @returns {Promise<Record<string, string>>}
 */
async function collectTraces(queue) {
	return {
		database: await queue.postgres.dump(),
		redis: readFolder(queue.redis.folder),
		files: queue.processes.map(({ userFolder }) => readFolder(userFolder)).join('\n'),
		editor: await readEditor(queue.main.client),
	};
}

/** @param {string} folder @returns {string} */
function readFolder(folder) {
	const entries = fs.readdirSync(folder, { withFileTypes: true });
	return entries
		.filter(({ name }) => !NOT_TRACES.includes(name))
		.map((entry) => {
			const file = path.join(folder, entry.name);
			return entry.isDirectory() ? readFolder(file) : fs.readFileSync(file, 'latin1');
		})
		.join('\n');
}

/** @param {Queue['main']['client']} client */
async function readEditor(client) {
	/** @param {string} url */
	const read = async (url) => await (await client.fetch('GET', `/rest${url}`)).text();
	const idsIn = async (/** @type {string} */ url) => {
		const { data } = JSON.parse(await read(url));
		return /** @type {Array<{ id: string }>} */ (data.results ?? data).map(({ id }) => id);
	};
	const pages = [
		...(await idsIn('/workflows')).map((id) => `/workflows/${id}`),
		...(await idsIn('/credentials')).map((id) => `/credentials/${id}?includeData=true`),
		...(await idsIn('/executions?limit=100&filter={}')).map((id) => `/executions/${id}`),
	];
	return (await Promise.all(pages.map(read))).join('\n');
}

/** A token of the emulator: a JWT whose first claim is `iat`, other than those of n8n's own. */
const TOKEN = /eyJ[\w-]+\.eyJpYXQiOj[\w-]+/;

/** The query of an upload URL of any version of S3's signature. */
const SIGNED_QUERY = /X-Amz-(Signature|Credential)=|AWSAccessKeyId=/;

/** The kinds of secrets that are in a text. @param {string} text @param {string[]} keys */
const secretsIn = (text, keys) => [
	...keys.filter((key) => text.includes(key)).map(() => 'an API key'),
	...(TOKEN.test(text) ? ['an access token'] : []),
	...(SIGNED_QUERY.test(text) ? ['the query of a signed URL'] : []),
];

module.exports = { collectTraces, secretsIn };
