/** The same for tests that ask for a page in their first line. */
const { recordMutants } = require('./mutation-environment.cjs');

module.exports = recordMutants(require('@stryker-mutator/jest-runner/jest-env/jsdom'));
