const fs = require('node:fs');
const path = require('node:path');

/**
 * Everything that n8n keeps, as text under the name of its place: the database, Redis, and files and logs of all processes.
 * @param {import('./world').QueueWorld} world @returns {Promise<Record<string, string>>}
 */
const collectTraces = async ({ postgres, redis, processes }) => ({
	database: await postgres.dump(),
	redis: readFolder(redis.folder),
	files: processes.map(({ userFolder }) => readFolder(userFolder)).join('\n'),
});

/** But for packages, which n8n has not written itself. @param {string} folder */
function readFolder(folder) {
	const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map(({ parentPath, name }) => fs.readFileSync(path.join(parentPath, name), 'latin1'))
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
