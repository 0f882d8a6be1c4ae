/** The environment for tests with a jsdom docblock. */
const { recordMutants } = require('./mutation-environment.cjs');

module.exports = recordMutants(require('@stryker-mutator/jest-runner/jest-env/jsdom'));
