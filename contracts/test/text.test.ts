import { describe, expect, it } from '@jest/globals';
import { line, text } from '../src/primitives.ts';

describe('what a person writes', () => {
  it('loses the control characters that a word processor left in it', () => {
    expect(text(100).parse('One\vtwo\fthree\u0003 four\u007f')).toBe('One\ntwo\nthree four');
    expect(line(100).parse('One\vtwo\fthree\u0003 four\u0000')).toBe('One two three four');
  });

  it('keeps line breaks and tabs in a text, and has none of them on a line', () => {
    expect(text(100).parse('one\r\n\ttwo')).toBe('one\r\n\ttwo');
    for (const many of ['one\ntwo', 'one\rtwo', 'one\ttwo'])
      expect(() => line(100).parse(many)).toThrow(/single line/);
  });

  it('has one form for letters that can be composed in two ways', () => {
    expect(line(4).parse('Jose\u0301')).toBe('José');
    expect(text(4).parse('Jose\u0301')).toBe('José');
  });

  it('is measured after that', () => {
    expect(() => line(100, 1).parse('\u0000\u0001 ')).toThrow();
    expect(line(3).parse(' abc\u0003 ')).toBe('abc');
  });
});
