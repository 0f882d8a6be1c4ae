import { describe, expect, it } from '@jest/globals';
import { line, text } from '../src/primitives.ts';

describe('text that a person enters', () => {
  it('is stripped of control characters from word processors', () => {
    expect(text(100).parse('One\vtwo\fthree\u0003 four\u007f')).toBe('One\ntwo\nthree four');
    expect(line(100).parse('One\vtwo\fthree\u0003 four\u0000')).toBe('One two three four');
  });

  it('keeps line breaks and tabs in a text but not on a line', () => {
    expect(text(100).parse('one\r\n\ttwo')).toBe('one\r\n\ttwo');
    for (const many of ['one\ntwo', 'one\rtwo', 'one\ttwo'])
      expect(() => line(100).parse(many)).toThrow(/single line/);
  });

  it('has one Unicode form for letters that can be composed in two ways', () => {
    expect(line(4).parse('Jose\u0301')).toBe('José');
    expect(text(4).parse('Jose\u0301')).toBe('José');
  });

  it('is measured after normalization', () => {
    expect(() => line(100, 1).parse('\u0000\u0001 ')).toThrow();
    expect(line(3).parse(' abc\u0003 ')).toBe('abc');
  });
});
