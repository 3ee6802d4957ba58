/**
 * Azure's shared access signatures.
 * Source: Microsoft, "Create a service SAS" and "Create an account SAS", of the version below.
 */
const { createHmac } = require('node:crypto');

const VERSION = '2020-12-06';

/**
 * @typedef {object} Account
 * @property {string} url with the account's name as its path
 * @property {string} name
 * @property {string} key in base64
 */

/**
 * A link to one blob.
 * @param {Account} account
 * @param {{ container: string, blob: string, permissions: string, expiresAt: Date }} access
 */
function blobLink(account, { container, blob, permissions, expiresAt }) {
	const end = timeOf(expiresAt);
	const resource = `/blob/${account.name}/${container}/${blob}`;
	const fields = [permissions, '', end, resource, '', '', '', VERSION, 'b'];
	// Snapshot, encryption scope, and the five headers of the answer: none.
	const sig = sign(account, [...fields, '', '', '', '', '', '', '']);
	const query = new URLSearchParams({ sv: VERSION, se: end, sr: 'b', sp: permissions, sig });
	return `${account.url}/${container}/${encodeURIComponent(blob)}?${query}`;
}

/**
 * The query with which containers can be made.
 * @param {Account} account
 */
function accountQuery(account) {
	const end = timeOf(new Date(Date.now() + 60_000));
	const fields = ['c', 'b', 'c', '', end, '', '', VERSION, ''];
	const sig = sign(account, [account.name, ...fields, '']);
	return new URLSearchParams({ sv: VERSION, ss: 'b', srt: 'c', sp: 'c', se: end, sig });
}

/** @param {Date} time */
const timeOf = (time) => time.toISOString().replace(/\.\d+/, '');

/**
 * @param {Account} account
 * @param {string[]} fields
 */
function sign({ key }, fields) {
	return createHmac('sha256', Buffer.from(key, 'base64'))
		.update(fields.join('\n'))
		.digest('base64');
}

module.exports = { accountQuery, blobLink };
