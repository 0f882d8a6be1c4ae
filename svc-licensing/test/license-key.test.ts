import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { LicenseKey } from '@leadping/contracts/licensing/license-key';
import {
  completeKey,
  KEY_ALPHABET,
  KEY_RANDOM_LENGTH,
  maskLicenseKey,
  readLicenseKey,
} from '@leadping/contracts/licensing/read-license-key';
import fc from 'fast-check';
import { generateKey } from '../src/keys/generate-key.ts';

const letter = fc.constantFrom(...KEY_ALPHABET);
const anyKey = fc
  .array(letter, { minLength: KEY_RANDOM_LENGTH, maxLength: KEY_RANDOM_LENGTH })
  .map((letters) => completeKey(letters.join('')));
const position = fc.nat({ max: 31 });

/** Changes the characters of a key and leaves its dashes where they are. */
function edit(key: string, change: (characters: string[]) => void): string {
  const characters = [...key.replaceAll('-', '')];
  change(characters);
  return (characters.join('').match(/.{4}/g) ?? []).join('-');
}

describe('license keys', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('a key has eight groups of four characters in upper-case Crockford base 32 [P1.08] [R-licenses.1]', () => {
    for (let count = 0; count < 200; count += 1) {
      const key = generateKey();
      expect(LicenseKey.safeParse(key).success).toBe(true);
      expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(readLicenseKey(key)).toEqual({ readable: true, key });
    }
  });

  it('keys do not repeat and use every letter equally often, even if the clock and Math.random are constant [R-licenses.2]', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    const keys = Array.from({ length: 2000 }, generateKey);
    expect(new Set(keys).size).toBe(keys.length);
    const counts = new Map<string, number>();
    for (const character of keys.join('').replaceAll('-', '')) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(32);
    // 2,000 are expected of each; five standard deviations are 220.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
  });

  it('every single wrong character is reported as a typo [R-licenses.3]', () => {
    fc.assert(
      fc.property(anyKey, position, letter, (key, at, wrong) => {
        const typed = edit(key, (characters) => (characters[at] = wrong));
        fc.pre(typed !== key);
        expect(readLicenseKey(typed)).toEqual({ readable: false, fault: 'mistyped' });
      }),
    );
  });

  it('every swap of two adjacent characters is reported as a typo [R-licenses.3]', () => {
    fc.assert(
      fc.property(anyKey, fc.nat({ max: 30 }), (key, at) => {
        const typed = edit(key, (characters) => {
          [characters[at], characters[at + 1]] = [characters[at + 1]!, characters[at]!];
        });
        fc.pre(typed !== key);
        expect(readLicenseKey(typed)).toEqual({ readable: false, fault: 'mistyped' });
      }),
    );
  });

  it('spaces around a key, lower case and look-alike letters are accepted', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const typed = ` ${key.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')}\n`;
        expect(readLicenseKey(typed)).toEqual({ readable: true, key });
      }),
    );
  });

  const inGroups = (key: string, joint: string) => key.replaceAll('-', joint);
  const pastes: [string, (key: string) => string][] = [
    ['with en dashes', (key) => inGroups(key, '\u2013')],
    ['with em dashes', (key) => inGroups(key, '\u2014')],
    ['with hyphens that do not break', (key) => inGroups(key, '\u2011')],
    ['with minus signs', (key) => inGroups(key, '\u2212')],
    ['with full-width hyphens', (key) => inGroups(key, '\uFF0D')],
    ['with soft hyphens for its dashes', (key) => inGroups(key, '\u00AD')],
    ['with soft hyphens beside its dashes', (key) => inGroups(key, '-\u00AD')],
    ['with a soft hyphen inside a group', (key) => `${key.slice(0, 2)}\u00AD${key.slice(2)}`],
    ['with zero-width spaces', (key) => [...key].join('\u200B')],
    ['with a byte order mark and direction marks', (key) => `\uFEFF\u202A${key}\u202C\u200E`],
    ['with spaces beside its dashes', (key) => inGroups(key, ' - ')],
    ['with no-break spaces around it', (key) => `\u00A0${key}\u202F`],
    ['with a line break in the middle', (key) => `${key.slice(0, 20)}\r\n${key.slice(20)}`],
    ['with a line break after a soft hyphen', (key) => `${key.slice(0, 19)}\u00AD\n${key.slice(20)}`],
    ['in quotes', (key) => `"${key}"`],
    ['in typographic quotes', (key) => `\u201E${key}\u201C`],
    ['in angle brackets', (key) => `<${key}>`],
    ['with a full stop', (key) => `${key}.`],
    [
      'in full-width characters',
      (key) => key.replaceAll(/[0-9A-Z]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
    ],
  ];
  it.each(pastes)('a key pasted %s is read', (_name, paste) => {
    fc.assert(
      fc.property(anyKey, (key) => {
        expect(readLicenseKey(paste(key))).toEqual({ readable: true, key });
      }),
      { numRuns: 20 },
    );
  });

  it('a wrong character is also reported as a typo in a key that was pasted with marks', () => {
    const key = generateKey();
    const wrong = edit(key, (characters) => (characters[3] = characters[3] === 'A' ? 'B' : 'A'));
    const pasted = `\u200E"${wrong.replaceAll('-', '\u2013')}."`;
    expect(readLicenseKey(pasted)).toEqual({ readable: false, fault: 'mistyped' });
  });

  it('a masked key shows only its first and last group', () => {
    expect(maskLicenseKey('AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH')).toBe('AAAA-…-HHHH');
  });

  it('a soft hyphen inside a group is not read as a dash', () => {
    const key = generateKey();
    const hyphenate = (at: number) => `${key.slice(0, at)}\u00AD${key.slice(at)}`;
    for (const at of [1, 2, 3]) expect(readLicenseKey(hyphenate(at))).toEqual({ readable: true, key });
    const cut = key.replace('-', '').replace(/^(.{4})(.{2})/, '$1\u00AD$2\u00AD');
    expect(readLicenseKey(cut)).toEqual({ readable: false, fault: 'malformed' });
  });

  it('any other text is malformed [P5.06]', () => {
    const key = generateKey();
    const malformed = [
      '',
      key.replaceAll('-', ''),
      key.slice(0, -1),
      `${key}-ABCD`,
      key.replace('-', ' '),
      key.replace(/^./, 'U'),
      key.replace(/^./, '!'),
      key.slice(0, -5),
    ];
    for (const text of malformed)
      expect(readLicenseKey(text)).toEqual({ readable: false, fault: 'malformed' });
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const reading = readLicenseKey(text);
        if (reading.readable) expect(LicenseKey.safeParse(reading.key).success).toBe(true);
      }),
    );
  });
});
