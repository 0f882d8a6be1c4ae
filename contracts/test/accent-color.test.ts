import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accentTones, contrast, GROUNDS } from '../src/commerce/accent-color.ts';
import { SalesPage } from '../src/commerce/sales-page.ts';

const aColor = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const ON_BAND = '#fbfaf6';

describe('the colors of a page', () => {
  it('are readable in both themes for every chosen color', () => {
    fc.assert(
      fc.property(aColor, (color) => {
        const tones = accentTones(color);
        for (const mode of ['light', 'dark'] as const) {
          const tone = tones[mode];
          const grounds = [GROUNDS[mode].hardest, GROUNDS[mode].usual, tone['signal-soft']];
          const pairs = [
            ...grounds.map((ground) => [tone.signal, ground]),
            [tone['on-signal'], tone.signal],
            [tone['on-signal'], tone['signal-strong']],
            [tone['on-accent'], tone.accent],
            [ON_BAND, tone.call],
          ] as [string, string][];
          for (const [text, ground] of pairs) {
            expect({ mode, text, ground, enough: contrast(text, ground) >= 4.5 }).toMatchObject({
              enough: true,
            });
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('equal the chosen color if it is readable', () => {
    expect(accentTones('#0a5c3f').light.signal).toBe('#0a5c3f');
    expect(accentTones('#7fe0b8').dark.signal).toBe('#7fe0b8');
    expect(accentTones('#FFCC00')).toMatchObject({ light: { accent: '#ffcc00', 'on-accent': '#10141f' } });
  });
});

describe('the content of a reseller’s page', () => {
  const page = (part: object) =>
    SalesPage.safeParse({ accentColor: null, questions: [], contactEmail: '', contactUrl: '', ...part })
      .success;

  it.each([
    ['CSS after a color', { accentColor: 'red;background:url(//x)' }],
    ['a short color', { accentColor: '#abc' }],
    ['the name of a color', { accentColor: 'tomato' }],
    ['an http link', { contactUrl: 'http://acme.example' }],
    ['a script link', { contactUrl: 'javascript:alert(1)' }],
    ['a link without a host', { contactUrl: 'https://' }],
    ['an invalid email address', { contactEmail: 'acme' }],
    ['a question without an answer', { questions: [{ question: 'Why?', answer: ' ' }] }],
    ['a long question', { questions: [{ question: 'y'.repeat(161), answer: 'a' }] }],
    ['a long answer', { questions: [{ question: 'Why?', answer: 'a'.repeat(1001) }] }],
    ['nine questions', { questions: Array.from({ length: 9 }, () => ({ question: 'q', answer: 'a' })) }],
    ['unknown fields', { style: 'x' }],
  ])('must not have %s', (_what, part) => expect(page(part)).toBe(false));

  it('may omit any part or all of them', () => {
    expect(page({})).toBe(true);
    expect(
      page({
        accentColor: ' #0A7D55 ',
        questions: Array.from({ length: 8 }, () => ({
          question: '<b>Why?</b>',
          answer: 'Because.\nReally.',
        })),
        contactEmail: 'help@acme.example',
        contactUrl: 'https://acme.example/help?a=b',
      }),
    ).toBe(true);
  });
});
