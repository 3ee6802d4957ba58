const { createRequire, isBuiltin } = require('node:module');

/** Jest's own, whose copy is the one that jest runs with. */
const { default: Runtime } = require(
	require.resolve('jest-runtime', { paths: [require.resolve('jest')] }),
);

/**
 * Loads the project's files anew for each test file, as jest does, but what is installed only once for each of jest's
 * processes, and by Node.js: n8n's engine takes seconds of computing.
 */
class ProjectRuntime extends Runtime {
	/** @param {any[]} options jest's */
	constructor(...options) {
		super(...options);
		// n8n's loader of packages is installed, but what it loads is the project's: see sourcePackage.js.
		for (const file of Object.keys(require.cache))
			if (/\.runtime\/source-package\/|\.ts$/.test(file)) delete require.cache[file];
		require.extensions['.ts'] = (module, file) => (module.exports = this.requireModule(file));
	}

	/** @param {string} from the file that requires @param {string} name */
	requireModuleOrMock(from, name) {
		const isOfProject = /^[./]/.test(name) && !name.includes('/node_modules/');
		if (isOfProject || isBuiltin(name)) return super.requireModuleOrMock(from, name);
		return createRequire(from)(name);
	}
}

module.exports = ProjectRuntime;
