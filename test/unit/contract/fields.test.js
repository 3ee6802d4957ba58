const { NodeHelpers } = require('n8n-workflow');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');

/** @typedef {import('n8n-workflow').INodeProperties} Property */

const { description } = new Verbit();

/** What the editor shows of an operation before anything is set, or with what is set. @param {string} key `resource:operation` @param {object} [values] @returns {Property[]} */
function controlsOf(key, values = {}) {
	const [resource, operation] = key.split(':');
	const shown = NodeHelpers.getNodeParameters(
		description.properties,
		{ resource, operation, ...values },
		true,
		false,
		null,
		description,
	);
	return description.properties.filter(
		(property) =>
			property.type !== 'notice' &&
			NodeHelpers.displayParameter(shown ?? {}, property, null, description),
	);
}

test.each(['recording:transcribe', 'recording:submit', 'media:add'])(
	'the URL of %s has the hint of the source that is chosen',
	(key) => {
		const hintsFor = (/** @type {string} */ mediaSource) =>
			controlsOf(key, { mediaSource }).flatMap(({ name, hint }) =>
				name === 'mediaUrl' ? [hint] : [],
			);
		expect(hintsFor('url')).toEqual([expect.stringContaining('at least 24 hours')]);
		expect(hintsFor('urlUpload')).toEqual([expect.stringMatching(/^Temporary .* work/)]);
		expect(hintsFor('binary')).toEqual([]);
	},
);
