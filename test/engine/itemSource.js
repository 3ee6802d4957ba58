const { createReadStream } = require('node:fs');

/**
 * A node that puts out the given items, with their files stored by n8n as any node would have them stored.
 * @param {import('./engine').ItemSpec[]} specs
 */
function itemSource(specs) {
	return {
		description: { group: ['trigger'], inputs: [], outputs: ['main'], properties: [] },
		/** @this {import('n8n-workflow').IExecuteFunctions} */
		async execute() {
			const items = [];
			for (const spec of specs) {
				/** @type {import('n8n-workflow').IBinaryKeyData} */
				const binary = { ...spec.binary };
				for (const [field, file] of Object.entries(spec.files ?? {}))
					binary[field] = await store(this, file);
				const hasBinary = spec.files !== undefined || spec.binary !== undefined;
				items.push({ json: spec.json ?? {}, ...(hasBinary ? { binary } : {}) });
			}
			return [items];
		},
	};
}

/**
 * @param {import('n8n-workflow').IExecuteFunctions} context
 * @param {import('./engine').FileSpec} file
 */
async function store(context, { content, fileName, mimeType = 'audio/wav' }) {
	const source = typeof content === 'string' ? createReadStream(content) : content;
	const binary = await context.helpers.prepareBinaryData(source, fileName, mimeType);
	// n8n guesses a name for a file without one; a test of a missing name needs it gone.
	if (fileName === undefined) delete binary.fileName;
	return binary;
}

module.exports = { itemSource };
