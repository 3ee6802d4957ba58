const http = require('node:http');
const https = require('node:https');

/** How long a receiver may take. */
const TIMEOUT_MS = 30_000;

/** A receiver's page of error is not to fill the journal. */
const MAX_ANSWER_LENGTH = 1000;

/**
 * Posts a form, on a connection of its own.
 * @param {string} url
 * @param {URLSearchParams} form
 * @param {AbortSignal} signal
 * @returns {Promise<{ status: number, answer: string }>}
 * @throws Error where nothing was answered
 */
function postForm(url, form, signal) {
	const body = form.toString();
	const options = {
		method: 'POST',
		agent: false,
		// One of its own: with a listener for each callback on the shared one, Node.js warns of a leak from 11 on.
		signal: AbortSignal.any([signal]),
		timeout: TIMEOUT_MS,
		headers: {
			'Content-Type': 'application/x-www-form-urlencoded',
			'Content-Length': Buffer.byteLength(body),
		},
	};
	return new Promise((resolve, reject) => {
		const { request } = url.startsWith('https:') ? https : http;
		const sent = request(url, options, (response) => {
			let answer = '';
			response.setEncoding('utf8');
			response.on('data', (text) => {
				answer = (answer + text).slice(0, MAX_ANSWER_LENGTH);
			});
			response.once('error', reject);
			response.once('end', () => resolve({ status: response.statusCode ?? 0, answer }));
		});
		sent.once('timeout', () => sent.destroy(new Error('The receiver is too slow')));
		sent.once('error', reject);
		sent.end(body);
	});
}

module.exports = { postForm };
