const HOW = 'see docs/maintainers/publishing.md';

/** Of RFC 2606: nobody can have them. */
const RESERVED_DOMAIN = /\.(example|invalid|test)$|@example\.(com|net|org)$/;

/**
 * What is still missing before a version can be published.
 * @param {object} about
 * @param {Record<string, any>} about.packageJson
 * @param {string} about.changelog
 * @param {string} about.steps the page of what only people can do
 * @param {NodeJS.ProcessEnv} about.env of the GitHub Action, where it is one
 * @returns {string[]} a sentence for each
 */
function missingForPublishing({ packageJson, changelog, steps, env }) {
	const { version, author, repository } = packageJson;
	const onGitHub = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(
		repository?.url ?? '',
	)?.[1];
	return [
		onGitHub === undefined &&
			`package.json has no repository.url of the form git+https://github.com/<owner>/<name>.git: ${HOW}`,
		onGitHub !== undefined &&
			(env.GITHUB_REPOSITORY ?? onGitHub) !== onGitHub &&
			`repository.url in package.json is ${onGitHub}, but this is ${env.GITHUB_REPOSITORY}: npm refuses the provenance`,
		(author?.email === undefined || RESERVED_DOMAIN.test(author.email)) &&
			`author.email in package.json is a placeholder (${author?.email}): ${HOW}`,
		(author?.name === undefined || /maintainers$/.test(author.name)) &&
			`author.name in package.json is a placeholder (${author?.name}): ${HOW}`,
		!changelog.includes(`\n## [${version}] - `) &&
			`CHANGELOG.md has no section "## [${version}] - <date>"`,
		env.GITHUB_REF_TYPE === 'tag' &&
			env.GITHUB_REF_NAME !== version &&
			`the tag is ${env.GITHUB_REF_NAME}, but the version in package.json is ${version}`,
		...openSteps(steps).map((step) => `${step} (${HOW})`),
	].filter((sentence) => typeof sentence === 'string');
}

/** What the page says is open. @param {string} steps */
const openSteps = (steps) =>
	[...steps.matchAll(/^\| (.*?) \| .* \| open \|$/gm)].map(([, step]) => step);

module.exports = { missingForPublishing };
