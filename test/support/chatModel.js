const { LinkServer } = require('../engine/linkServer');

/**
 * @typedef {{ role: 'system' | 'user' | 'assistant' | 'tool', content: any }} Message
 * @typedef {{ model: string, messages: Message[], stream?: boolean }} ChatRequest
 * @typedef {{ tool: string, arguments: object } | { text: string }} Turn a call of a tool, or the model's last word
 * @typedef {(request: ChatRequest) => Turn} Play what the model says to what it has been told so far
 */

/**
 * A chat model behind OpenAI's chat completions API that says what a script tells it to, so that an agent can be run
 * without one.
 */
class ChatModel extends LinkServer {
	/** A credential for it. @param {import('./n8n/restClient').RestClient} client */
	async credentials(client) {
		const data = { apiKey: 'sk-local', url: `${this.url}/v1` };
		const { id, name } = await client.createCredential({
			name: 'Chat model',
			type: 'openAiApi',
			data,
		});
		return { openAiApi: { id, name } };
	}

	/** One turn for each request. @param {Play[]} script */
	play(...script) {
		let turns = 0;
		this.answer(async (incoming, response) => {
			/** @type {ChatRequest} */
			const request = JSON.parse(Buffer.concat(await incoming.toArray()).toString());
			const turn = script[turns++]?.(request) ?? { text: 'The script is over' };
			const message = messageOf(turn, turns);
			const finish_reason = 'tool' in turn ? 'tool_calls' : 'stop';
			const head = { id: `chatcmpl-${turns}`, created: 1, model: request.model };
			if (request.stream) {
				const choices = [{ index: 0, delta: message, finish_reason }];
				const chunk = JSON.stringify({ ...head, object: 'chat.completion.chunk', choices });
				response.writeHead(200, { 'content-type': 'text/event-stream' });
				return void response.end(`data: ${chunk}\n\ndata: [DONE]\n\n`);
			}
			const choices = [{ index: 0, message, finish_reason }];
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ ...head, object: 'chat.completion', choices }));
		});
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
