const { once } = require('node:events');
const http = require('node:http');

/**
 * @typedef {object} Message
 * @property {'system' | 'user' | 'assistant' | 'tool'} role
 * @property {any} content
 *
 * @typedef {object} ChatRequest
 * @property {string} model
 * @property {Message[]} messages
 * @property {Array<{ function: { name: string, description: string, parameters: any } }>} [tools]
 * @property {boolean} [stream]
 *
 * @typedef {{ tool: string, arguments: object } | { text: string }} Turn a call of a tool, or the model's last word
 * @typedef {(request: ChatRequest) => Turn} Play what the model says to what it has been told so far
 */

/**
 * A chat model behind OpenAI's chat completions API that says what a script tells it to, so that an agent can be run
 * without one. What it was asked is kept.
 */
class ChatModel {
	/** @type {ChatRequest[]} */
	requests = [];

	/** @type {Play[]} */
	script = [];

	async start() {
		this.server = http.createServer(async (request, response) => {
			let body = '';
			for await (const chunk of request) body += chunk;
			this.respond(JSON.parse(body), response);
		});
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		const { port } = /** @type {import('node:net').AddressInfo} */ (this.server.address());
		this.url = `http://127.0.0.1:${port}/v1`;
	}

	/** A credential for it. @param {import('./n8n/restClient').RestClient} client */
	async credentials(client) {
		const data = { apiKey: 'sk-local', url: this.url };
		const { id, name } = await client.createCredential({
			name: 'Chat model',
			type: 'openAiApi',
			data,
		});
		return { openAiApi: { id, name } };
	}

	/** One turn for each request. @param {Play[]} script */
	play(...script) {
		this.requests = [];
		this.script = script;
	}

	/** @param {ChatRequest} request @param {http.ServerResponse} response */
	respond(request, response) {
		const play = this.script[this.requests.length];
		this.requests.push(request);
		const turn = play === undefined ? { text: 'The script is over' } : play(request);
		const id = `chatcmpl-${this.requests.length}`;
		const message = messageOf(turn, this.requests.length);
		const finish_reason = 'tool' in turn ? 'tool_calls' : 'stop';
		const head = { id, created: 1, model: request.model };
		if (request.stream) {
			const chunk = (/** @type {object} */ delta, /** @type {string | null} */ reason) =>
				`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.end(`${chunk(message, null)}${chunk({}, finish_reason)}data: [DONE]\n\n`);
			return;
		}
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(
			JSON.stringify({
				...head,
				object: 'chat.completion',
				choices: [{ index: 0, message, finish_reason }],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			}),
		);
	}

	async stop() {
		this.server?.closeAllConnections();
		this.server?.close();
	}
}

/** @param {Turn} turn @param {number} number */
function messageOf(turn, number) {
	if ('text' in turn) return { role: 'assistant', content: turn.text };
	const call = { name: turn.tool, arguments: JSON.stringify(turn.arguments) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: call }],
	};
}

/** What the last tool returned to the model. @param {ChatRequest} request @returns {any} */
function lastResult({ messages }) {
	const { content } = /** @type {Message} */ (messages.findLast(({ role }) => role === 'tool'));
	const text =
		typeof content === 'string'
			? content
			: content.map((/** @type {any} */ part) => part.text).join('');
	return JSON.parse(text);
}

module.exports = { ChatModel, lastResult };
