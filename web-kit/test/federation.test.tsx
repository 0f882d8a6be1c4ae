// Declarations of modules have no name to import them by.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../src/federation/library.d.ts" />
import { expect, it } from '@jest/globals';
import runtime from '../src/federation/runtime.ts';

type Build = Parameters<typeof runtime.startBuild>[0]['webpackRequire'];

/** A build as rspack makes it, whose file `page` needs the shared part `lib`, as module `7`. */
function startBuild(loadLib: () => Promise<() => unknown>) {
  const build = {
    federation: {},
    S: {},
    m: {} as Record<string, (module: { exports?: unknown }) => void>,
    c: {},
    f: { consumes: (_chunkId: string | number, _promises: Promise<unknown>[]) => undefined },
    o: (object: object, key: string) => Object.hasOwn(object, key),
    initializeSharingData: {
      scopeToSharingDataMapping: { default: [{ name: 'lib', version: '1.0.0', factory: loadLib }] },
    },
    consumesLoadingData: {
      chunkMapping: { page: ['7'] },
      moduleIdToConsumeDataMapping: {
        7: { shareScope: 'default', shareKey: 'lib', singleton: true, requiredVersion: false },
      },
    },
  };
  runtime.startBuild({
    // Of what rspack puts into a build, the parts that sharing uses.
    webpackRequire: build as unknown as Build,
    name: 'host',
    shareStrategy: 'loaded-first',
  });
  return {
    async load() {
      const promises: Promise<unknown>[] = [];
      build.f.consumes('page', promises);
      await Promise.all(promises);
      const module: { exports?: unknown } = {};
      build.m['7']?.(module);
      return module.exports;
    },
  };
}

it('a shared part that fails to load fails the file that needs it, and both are loaded again on retry', async () => {
  let isMissing = true;
  const { load } = startBuild(async () => {
    if (isMissing) throw new Error('Loading chunk lib failed');
    return () => 'the library';
  });
  await expect(load()).rejects.toThrow('Loading chunk lib failed');
  isMissing = false;
  expect(await load()).toBe('the library');
  expect(await load()).toBe('the library');
});
