/** What `dependency-cruiser` checks: the layers of docs/maintainers/architecture.md, and that no imports go round. */
const { read } = require('./sources');

/** The rows of the page's table, from the top down. */
const rows = [...read('docs/maintainers/architecture.md').matchAll(/^\| (\d+) \| `([\w/]+)` \|/gm)];
const folders = rows.map(([, layer, folder]) => ({ layer: Number(layer), folder }));

const patternsOf = (/** @type {(layer: number) => boolean} */ isWanted) =>
	folders.filter(({ layer }) => isWanted(layer)).map(({ folder }) => `^${folder}/`);

/** The files of some layers. Those of a folder inside belong to its own row. @param {(layer: number) => boolean} isWanted */
function filesOf(isWanted) {
	const path = patternsOf(isWanted);
	const others = patternsOf((layer) => !isWanted(layer));
	const inner = others.filter((other) => path.some((one) => other.startsWith(one)));
	return { path, ...(inner.length > 0 && { pathNot: inner }) };
}

const layers = [...new Set(folders.map(({ layer }) => layer))];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{ name: 'imports that go round', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'files that no row of the page has',
			severity: 'error',
			from: { pathNot: filesOf(() => true).path },
			to: {},
		},
		...layers.slice(1).map((own) => ({
			name: `an import of layer ${own} from a layer above it`,
			severity: /** @type {const} */ ('error'),
			from: filesOf((layer) => layer === own),
			to: filesOf((layer) => layer < own),
		})),
	],
	options: { includeOnly: '^(nodes|credentials)/', tsPreCompilationDeps: true },
};
