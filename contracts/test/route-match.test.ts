import { describe, expect, it } from '@jest/globals';
import { findPattern, matchesPattern, patternKey } from '../src/route-match.ts';

const find = (patterns: string[], path: string) => findPattern(patterns, path, (pattern) => pattern);

describe('a path pattern', () => {
  it.each([
    ['/', '/', true],
    ['/', '/a', false],
    ['/r/:slug', '/r/acme', true],
    ['/r/:slug', '/r/acme/', true],
    ['/r/:slug', '/r', false],
    ['/r/:slug', '/r/acme/integrations', false],
    ['/reseller-dashboard/*', '/reseller-dashboard', true],
    ['/reseller-dashboard/*', '/reseller-dashboard/orders/7', true],
    ['/reseller-dashboard/*', '/reseller', false],
  ])('%s matches %s: %s', (pattern, path, matches) => {
    expect(matchesPattern(pattern, path)).toBe(matches);
  });

  it('has lower priority than a more specific one, in any order', () => {
    const patterns = ['/r/*', '/r/:slug', '/r/demo'];
    for (const list of [patterns, patterns.toReversed()]) {
      expect(find(list, '/r/demo')).toBe('/r/demo');
      expect(find(list, '/r/acme')).toBe('/r/:slug');
      expect(find(list, '/r/acme/orders')).toBe('/r/*');
      expect(find(list, '/support')).toBeUndefined();
    }
  });

  it('has the same key as an equivalent pattern', () => {
    expect(patternKey('/r/:slug/integrations')).toBe(patternKey('/r/:subdomain/integrations'));
    expect(patternKey('/r/:slug')).not.toBe(patternKey('/r/slug'));
  });
});
