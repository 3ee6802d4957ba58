const { NodeHelpers } = require('n8n-workflow');
const { VerbitApi } = require('../../../credentials/VerbitApi.credentials');
const { Verbit } = require('../../../nodes/Verbit/Verbit.node');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');

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

/** n8n's own nodes describe neither of these. */
const SELF_EXPLAINING = ['resource', 'operation'];

/** Fields whose purpose the editor doesn't say, those of collections too. @param {Property[]} properties @returns {string[]} */
function unexplained(properties) {
	return properties.flatMap((property) => {
		if (property.type === 'collection') return unexplained(/** @type {any} */ (property.options));
		if (['hidden', 'notice'].includes(property.type)) return [];
		if (SELF_EXPLAINING.includes(property.name)) return [];
		return property.description || property.hint ? [] : [property.displayName];
	});
}

test('every field says what it is for', () => {
	const types = [description, new VerbitTrigger().description, new VerbitApi()];
	expect(types.flatMap(({ properties }) => unexplained(properties))).toEqual([]);
});
