const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Where Jest's test framework looks for a file's own time limit. */
const TIME_LIMIT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The worker's own process. The end of a test file restores what the file changed in it. */
module.exports = class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  #variables = { ...process.env };
  #exit = process.exit;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Jest maps stack traces of what it transforms. Node.js maps those of TypeScript that tsx transforms.
    Error.prepareStackTrace = undefined;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    delete globalThis[TIME_LIMIT];
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  exportConditions() {
    return ['source', 'node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
};
