import { describe, expect, it } from '@jest/globals';
import { findSelectorFault, isSelector } from '../src/licensing/selector-grammar.ts';

describe('the parts of a selector', () => {
  it.each([
    'a b c d',
    'a > b  >  c>d',
    '[aria-label="a b c d e"]',
    'main [aria-label="a > b > c > d > e"] span',
    'main > [title="a b c" i] > [data-x] > span',
    '[a="x y"][b="] > p q r"] b c d',
  ])('%s has at most three joints', (selector) => expect(isSelector(selector)).toBe(true));

  it.each(['a b c d e', 'a>b>c>d>e', '[a="x"] b > c  >d e', '[a="x y" i] b c d [e="x"]'])(
    '%s has more, and says so',
    (selector) => expect(findSelectorFault(selector)).toMatch(/at most 3 spaces/),
  );

  it('have no escaped quote, which would end a value elsewhere than it seems', () => {
    expect(isSelector(String.raw`[a="x\" b c d e f"]`)).toBe(false);
  });
});
