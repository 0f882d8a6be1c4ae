import { describe, expect, it } from '@jest/globals';
import { cleanCode, cleanSecret } from '../src/pasted.ts';

describe('a pasted secret', () => {
  it('loses the quotes, brackets and punctuation around it', () => {
    for (const pasted of ['"sk_live_1"', '“sk_live_1”.', '<sk_live_1>', '`sk_live_1`,', ' «sk_live_1»;\n'])
      expect(cleanSecret(pasted)).toBe('sk_live_1');
  });

  it('loses spaces, line breaks and unseen characters inside it', () => {
    expect(cleanSecret('whsec_\u200bab \r\ncd\u00ad')).toBe('whsec_abcd');
  });

  it('keeps dashes of every kind, and signs that may belong to it', () => {
    expect(cleanSecret('-a–b"c+/=')).toBe('-a–b"c+/=');
  });

  it('that is quotes only is empty', () => {
    expect(cleanSecret('""')).toBe('');
  });
});

describe('a pasted code', () => {
  it('loses every sign at its ends, and has one kind of dash inside', () => {
    expect(cleanCode('(–ab–cd\u2212ef!)')).toBe('ab-cd-ef');
  });
});
