const fs = require('node:fs');
const path = require('node:path');

/** What n8n is made of, and what it has not written itself. */
const NOT_TRACES = ['node_modules', 'nodes'];

/**
 * Everything that n8n keeps, as text under the name of its place: the database, and files and logs of all processes.
 * @param {import('./queue').Queue} queue @returns {Promise<Record<string, string>>}
 */
const collectTraces = async ({ postgres, processes }) => ({
	database: await postgres.dump(),
	files: processes.map(({ userFolder }) => readFolder(userFolder)).join('\n'),
});

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
