import { describe, expect, it } from '@jest/globals';
import {
  findSelectorFault,
  findSelectorsFault,
  isPath,
  isSelector,
  readSelectorSet,
} from '../src/licensing/selector-grammar.ts';

describe('the parts of a selector', () => {
  it.each([
    'a b c d',
    'a > b  >  c>d',
    '[aria-label="a b c d e"]',
    'main [aria-label="a > b > c > d > e"] span',
    'main > [title="a b c" i] > [data-x] > span',
    '[a="x y"][b="] > p q r"] b c d',
  ])('are at most four in %s', (selector) => expect(isSelector(selector)).toBe(true));

  it.each(['a b c d e', 'a>b>c>d>e', '[a="x"] b > c  >d e', '[a="x y" i] b c d [e="x"]'])(
    'are too many in %s, and the fault is reported',
    (selector) => expect(findSelectorFault(selector)).toMatch(/at most 3 spaces/),
  );

  it('must not contain escaped quotes, which would end a value early', () => {
    expect(isSelector(String.raw`[a="x\" b c d e f"]`)).toBe(false);
  });
});

describe('positions and lines in a selector', () => {
  it.each([
    'p:first-child',
    'main > div:nth-of-type(2) p:last-of-type',
    '[componentkey$="Topcard"] p:nth-last-child(12)',
    '.a:only-child[b].c',
    'section:nth-child(3):line(4)',
    ':line(1)',
    'a[href*="/in/{slug}/" i] h2',
  ])('are valid in %s', (selector) => expect(findSelectorFault(selector)).toBeNull());

  it.each([
    ':first-child',
    'p:nth-child(2n+1)',
    'p:nth-child(0)',
    'p:nth-child(100)',
    'p:nth-child(2 of .a)',
    'p:not(.a)',
    'p:hover',
    'p:line(0)',
    'p:line(2):line(3)',
    'p:line(2) a',
    'p :line(2)',
    'p > :line(2)',
    '{slug}',
  ])('are invalid in %s', (selector) => expect(isSelector(selector)).toBe(false));

  it('are skipped by an extension that does not know them, and this one skips unknown selectors', () => {
    const document = {
      profile: { name: ['h2:future(1)', 'h1'], headline: 'p:future', tomorrow: '.x' },
      navigation: { profilePath: ['/in/{slug}', '/{slug}', 'in/{slug}'], pingButton: [7, '.actions'] },
    };
    expect(readSelectorSet(document)).toEqual({
      fullName: ['h1'],
      button: ['.actions'],
      paths: ['/in/{slug}'],
    });
  });
});

describe('the path of a profile', () => {
  it.each(['/in/{slug}', '/in/{slug}/', '/people/*/{slug}/view', '/a-b/c.d/{slug}'])('accepts %s', (path) =>
    expect(isPath(path)).toBe(true),
  );
  it.each([
    '/{slug}',
    '/in',
    '/in/{slug}/{slug}',
    '/*/{slug}',
    '/in/x{slug}',
    'https://x.example/in/{slug}',
    '/in//{slug}',
    '/a/b/c/d/e/{slug}',
  ])('rejects %s', (path) => expect(isPath(path)).toBe(false));

  it('is validated as a path only in the path list of a document', () => {
    const at = (navigation: object) => findSelectorsFault({ navigation });
    expect(at({ profilePath: ['/in/{slug}'] })).toBeNull();
    expect(at({ profilePath: 'main h1' })).toMatchObject({ path: ['navigation', 'profilePath'] });
    expect(at({ pingButton: '/in/{slug}' })).toMatchObject({ path: ['navigation', 'pingButton'] });
  });
});
