const { page } = require('./markdown');
const { readSchema } = require('./nodes');
const { notesOf } = require('./operationPage');
const { outputTable } = require('./outputTable');
const { parameterTables, sentence } = require('./parameterTables');

/** Of a node that starts workflows. @param {import('./nodes').PackagedNode} node */
function triggerPage({ source, description }) {
	const schema = readSchema(source, 'output.json');
	return page(
		`# ${description.displayName}`,
		sentence(description.description),
		notesOf(description.name),
		'## Parameters',
		parameterTables(description.properties),
		schema === undefined ? undefined : `## Output\n\n${outputTable(schema)}`,
	);
}

module.exports = { triggerPage };
