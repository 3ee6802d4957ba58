const { createRequire } = require('node:module');
const path = require('node:path');

/** A client of the Model Context Protocol: the official one, which n8n brings along. */
class McpClient {
	/** @param {string} n8nFolder the folder with `node_modules` @param {string} url of an MCP Server Trigger */
	static async connect(n8nFolder, url) {
		const requireOfN8n = createRequire(path.join(n8nFolder, 'node_modules/n8n/package.json'));
		const { Client } = requireOfN8n('@modelcontextprotocol/sdk/client/index.js');
		const streamableHttp = '@modelcontextprotocol/sdk/client/streamableHttp.js';
		const { StreamableHTTPClientTransport } = requireOfN8n(streamableHttp);
		const client = new Client({ name: 'test', version: '1.0.0' });
		await client.connect(new StreamableHTTPClientTransport(new URL(url)));
		return new McpClient(client);
	}

	/** @param {any} client */
	constructor(client) {
		this.client = client;
	}

	/** @returns {Promise<string[]>} */
	async toolNames() {
		const { tools } = await this.client.listTools();
		return tools.map((/** @type {{ name: string }} */ { name }) => name);
	}

	/** @param {string} name @param {Record<string, unknown>} [args] @returns {Promise<{ isError: boolean, text: string }>} */
	async call(name, args = {}) {
		const { content, isError = false } = await this.client.callTool({ name, arguments: args });
		return { isError, text: content[0].text };
	}

	async close() {
		await this.client.close();
	}
}

module.exports = { McpClient };
