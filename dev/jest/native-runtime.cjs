const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');

register('./resolve-globals.mjs', pathToFileURL(__filename));

/**
 * Imports test files with Node.js instead of Jest's module loader, which evaluates all modules again for each test
 * file. A worker evaluates a module once, so its test files share the state of modules.
 */
module.exports = class NativeRuntime extends JestRuntime {
  /** The test framework keeps a file's tests in its module, so each file gets a new one. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  async unstable_importModule(path) {
    globalThis.jest = this.requireModuleOrMock(path, '@jest/globals').jest;
    await import(pathToFileURL(path).href);
  }
};
