const packageJson = require('../../../package.json');

/** In GitHub's form, as `npm run tool -- check-publish` asks for it. */
const REPOSITORY = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/;

/** A link or picture of a file, with or without a repository in front of it. */
const LINK =
	/(!?)(\[[^\]]*\])\((?:https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:blob|raw)\/HEAD\/)?((?!https?:|#)[^)\s]+)\)/g;

/**
 * The README with absolute links: npm shows it without the files beside it. As long as `repository` in package.json is
 * not set, its links are relative.
 * @param {string} readme
 * @param {string} [repository] its URL
 */
function withAbsoluteLinks(readme, repository = /** @type {any} */ (packageJson).repository?.url) {
	const [, name] = REPOSITORY.exec(repository ?? '') ?? [];
	return readme.replace(LINK, (_, mark, label, target) => {
		const base =
			name === undefined ? '' : `https://github.com/${name}/${mark === '!' ? 'raw' : 'blob'}/HEAD/`;
		return `${mark}${label}(${base}${target})`;
	});
}

module.exports = { withAbsoluteLinks };
