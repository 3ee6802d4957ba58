const { OLD_VERSIONS } = require('../support/setup/n8n');

/** How a command line hands them to the tests, which run in a process of their own. */
const VARIABLE = 'N8N_NODES_VERBIT_N8N_VERSIONS';

/** @returns {string[]} the versions of n8n to test with: the old ones, unless others were asked for */
const versionsToTest = () => process.env[VARIABLE]?.split(',') ?? OLD_VERSIONS;

module.exports = { VARIABLE, versionsToTest };
