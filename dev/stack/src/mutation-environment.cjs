/**
 * Records for every test file which mutants its tests, its hooks and its modules run. StrykerJS alone knows only
 * the names of tests and loads all files for each mutant. `mutation-filter.cjs` uses the record to load fewer.
 */
const { appendFileSync } = require('node:fs');

const recordMutants = (Environment) =>
  class extends Environment {
    #testPath;
    #before = new Map();

    constructor(config, context) {
      super(config, context);
      this.#testPath = context.testPath;
    }

    async setup() {
      await super.setup();
      this.#before = this.#countRuns();
    }

    async teardown() {
      if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) {
        const mutants = [...this.#countRuns()]
          .filter(([mutant, runs]) => runs > (this.#before.get(mutant) ?? 0))
          .map(([mutant]) => mutant);
        const line = JSON.stringify({ testPath: this.#testPath, mutants });
        appendFileSync(process.env.MUTATION_COVERAGE_FILE, `${line}\n`);
      }
      await super.teardown();
    }

    /** How often each mutant ran until now, in all test files of this process. */
    #countRuns() {
      const { static: loaded = {}, perTest = {} } =
        this.global[this.global.__strykerGlobalNamespace__]?.mutantCoverage ?? {};
      const counts = new Map();
      for (const runs of [loaded, ...Object.values(perTest)]) {
        for (const [mutant, count] of Object.entries(runs)) {
          counts.set(mutant, (counts.get(mutant) ?? 0) + count);
        }
      }
      return counts;
    }
  };

module.exports = recordMutants(require('@stryker-mutator/jest-runner/jest-env/node'));
module.exports.recordMutants = recordMutants;
