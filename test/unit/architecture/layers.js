/** What `dependency-cruiser` checks: the layers of docs/maintainers/architecture.md, and that no imports go round. */
const { read } = require('./sources');

/** The rows of the page's table, from the top down. */
const rows = [...read('docs/maintainers/architecture.md').matchAll(/^\| (\d+) \| `([\w/]+)` \|/gm)];
const folders = rows.map(([, layer, folder]) => ({ layer: Number(layer), folder }));

/**
 * The files of some layers. Those of a folder inside belong to its own row.
 * @param {(layer: number) => boolean} isWanted
 */
function filesOf(isWanted) {
	const wanted = folders.filter(({ layer }) => isWanted(layer)).map(({ folder }) => `^${folder}/`);
	const inner = folders
		.filter(
			({ layer, folder }) => !isWanted(layer) && wanted.some((one) => `^${folder}`.startsWith(one)),
		)
		.map(({ folder }) => `^${folder}/`);
	return { path: wanted, ...(inner.length > 0 && { pathNot: inner }) };
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
