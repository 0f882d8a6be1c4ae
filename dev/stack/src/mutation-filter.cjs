/** Jest's filter of test files: for a mutant, only those that run it, as `mutation-environment.cjs` recorded. */
const { readFileSync } = require('node:fs');

module.exports = async (testPaths) => {
  const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  if (mutant === undefined) return { filtered: testPaths };
  const lines = readFileSync(process.env.MUTATION_COVERAGE_FILE, 'utf8').trim().split('\n');
  const running = new Set(
    lines
      .map((line) => JSON.parse(line))
      .filter(({ mutants }) => mutants.includes(mutant))
      .map(({ testPath }) => testPath),
  );
  return { filtered: testPaths.filter((path) => running.has(path)) };
};
