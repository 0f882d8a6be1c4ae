/** A global function of the running test file. Test files share modules, so each use looks the function up again. */
const ofRunningFile = (name) =>
  new Proxy(function () {}, {
    apply: (_target, _self, args) => globalThis[name](...args),
    get: (_target, property) => globalThis[name][property],
  });

export const afterAll = ofRunningFile('afterAll');
export const afterEach = ofRunningFile('afterEach');
export const beforeAll = ofRunningFile('beforeAll');
export const beforeEach = ofRunningFile('beforeEach');
export const describe = ofRunningFile('describe');
export const expect = ofRunningFile('expect');
export const it = ofRunningFile('it');
export const jest = ofRunningFile('jest');
export const test = ofRunningFile('test');
