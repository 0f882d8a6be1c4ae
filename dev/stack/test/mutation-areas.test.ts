import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseMutated, MUTATION_AREAS } from '../src/mutation-areas.ts';
import { ROOT } from '../src/root.ts';

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expandBraces(glob: string): string[] {
  const [all, choices = ''] = /\{([^}]*)\}/.exec(glob) ?? [];
  return all === undefined ? [glob] : choices.split(',').map((choice) => glob.replace(all, choice));
}

const choose = (...args: string[]) =>
  chooseMutated(args).map(({ area, files }) => ({ area: area.name, files }));

describe('npm run mutate', () => {
  it('names only rule files and tests that exist', () => {
    const named = MUTATION_AREAS.flatMap(({ rules, tests }) => [...rules, ...tests]);
    const paths = named.flatMap(expandBraces).map((path) => path.replace(/\/(\*\*\/)?\*\..*$/, ''));
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('mutates the rules of all areas without arguments', () => {
    expect(chooseMutated([])).toEqual(MUTATION_AREAS.map((area) => ({ area, files: area.rules })));
  });

  it('mutates the rules of an area that is named', () => {
    const [capture] = MUTATION_AREAS.filter(({ name }) => name === 'capture');
    expect(choose('capture')).toEqual([{ area: 'capture', files: capture?.rules }]);
  });

  it('mutates the files, lines and folders that are named, in one run for each area', () => {
    expect(
      choose(
        'svc-commerce/src/orders/',
        'contracts/src/pasted.ts:8-10',
        './svc-commerce/src/resellers/slug.ts',
      ),
    ).toEqual([
      {
        area: 'svc-commerce',
        files: ['svc-commerce/src/orders/**/*.ts', 'svc-commerce/src/resellers/slug.ts'],
      },
      { area: 'contracts', files: ['contracts/src/pasted.ts:8-10'] },
    ]);
  });

  it('refuses a path outside of the areas and names the areas', () => {
    expect(() => choose('svc-commerce/test')).toThrow(
      'svc-commerce/test is in no area. Name an area (contracts, capture, svc-identity, svc-commerce, svc-licensing, svc-support), or files or folders of one.',
    );
  });
});
