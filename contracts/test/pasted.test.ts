import { describe, expect, it } from '@jest/globals';
import { cleanCode, cleanSecret } from '../src/pasted.ts';

describe('a pasted secret', () => {
  it('is stripped of surrounding quotes, brackets and punctuation', () => {
    for (const pasted of ['"sk_live_1"', '“sk_live_1”.', '<sk_live_1>', '`sk_live_1`,', ' «sk_live_1»;\n'])
      expect(cleanSecret(pasted)).toBe('sk_live_1');
  });

  it('is stripped of inner spaces, line breaks and invisible characters', () => {
    expect(cleanSecret('whsec_\u200bab \r\ncd\u00ad')).toBe('whsec_abcd');
  });

  it('keeps all kinds of dashes and signs that may belong to it', () => {
    expect(cleanSecret('-a–b"c+/=')).toBe('-a–b"c+/=');
  });

  it('is empty if it consists only of quotes', () => {
    expect(cleanSecret('""')).toBe('');
  });
});

describe('a pasted code', () => {
  it('is stripped of signs at its ends, and its dashes become hyphens', () => {
    expect(cleanCode('(–ab–cd\u2212ef!)')).toBe('ab-cd-ef');
  });
});
