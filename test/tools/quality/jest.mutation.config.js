const { projects, ...base } = /** @type {any} */ (require('../../jest.config'));

const unit = projects.find((/** @type {any} */ { displayName }) => displayName === 'unit');

/**
 * For `npm run mutation`. Of one kind of tests alone: over several Stryker can't tell which test runs what.
 * @type {import('jest').Config}
 */
module.exports = { ...base, ...unit };
