/** @typedef {import('./linkServer').Answer} Answer */

const JSON_TYPE = { 'content-type': 'application/json' };

/** @param {string | Buffer} body @param {import('node:http').OutgoingHttpHeaders} [headers] @returns {Answer} */
const says =
	(body, headers = {}) =>
	(_request, response) => {
		response.writeHead(200, { ...JSON_TYPE, ...headers }).end(body);
	};

/** An answer that goes on for as long as it is read, and counts what it was rid of. */
class Endless {
	bytes = 0;

	/** Whether the other side has ended it. */
	isCut = false;

	/**
	 * @param {object} answer
	 * @param {number} [answer.status]
	 * @param {Buffer} answer.chunk
	 * @param {number} [answer.pauseMs] between two chunks
	 */
	constructor({ status = 200, chunk, pauseMs = 0 }) {
		this.plan = { status, chunk, pauseMs };
	}

	/** @type {Answer} */
	answer = (request, response) => {
		const { status, chunk, pauseMs } = this.plan;
		request.resume();
		response.writeHead(status, JSON_TYPE);
		const goOn = () => {
			if (response.destroyed) return;
			this.bytes += chunk.length;
			response.write(chunk, () => setTimeout(goOn, pauseMs));
		};
		response.once('close', () => (this.isCut = true));
		goOn();
	};
}

module.exports = { Endless, says };
