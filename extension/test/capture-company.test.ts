/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { captureProfile } from '../src/capture/capture-profile.ts';

const COMPANY = 'Nordlys Freight';
const SCHOOL = 'Bergen Business School';
/** Its card shows company and school without labels. */
const HTML = readFileSync(path.join(import.meta.dirname, 'fixtures/pages/sdui-h2-plain.html'), 'utf8');

const CURRENT = 'Jan 2020 - Present · 6 yrs';
const PAST = 'Jan 2020 - Mar 2024 · 4 yrs';
const position = (company: string, dates = CURRENT, title = 'Director, Sales') =>
  `<div><p>${title}</p><p>${company} · Full-time</p><p>${dates}</p></div>`;
const button = (text: string) => `<div role="button"><p><span>${text}</span></p></div>`;
const link = (to: string, text: string) => `<a href="${to}"><img alt="${text} logo"><p>${text}</p></a>`;
/** With several current positions, only the one that the card names counts. */
const SEVERAL = position('Fjordsoft') + position('Grainmill');

/** Parts of the page that may name the company. The headline names it in every test. */
interface Evidence {
  /** The names on the card, in buttons or links. */
  names?: string;
  /** The line that only screen readers get. */
  hidden?: string;
  experience?: string;
  elsewhere?: string;
}

const NAMES = button(COMPANY) + button(SCHOOL);

function captureCompany({ names = NAMES, hidden = '', experience = '', elsewhere = '' }: Evidence): string {
  const page = new DOMParser().parseFromString(HTML, 'text/html');
  const find = (selector: string) => {
    const found = page.querySelector(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  find('._bd').innerHTML = names;
  find('p.visually-hidden').textContent = hidden;
  find('[componentkey$=Experience]').innerHTML = experience && `<h2>Experience</h2>${experience}`;
  find('main > div').insertAdjacentHTML('beforeend', elsewhere);
  return captureProfile(page, 'sdui-h2-plain', {}).company;
}

describe('the company of a card without labels', () => {
  it('is empty if nothing but the card and the headline names it', () => {
    expect(captureCompany({})).toBe('');
    expect(captureCompany({ names: button(COMPANY) })).toBe('');
  });

  it.each<[string, Evidence]>([
    ['the hidden line "company · school"', { hidden: `${COMPANY} · ${SCHOOL}` }],
    ['a current position in the Experience section', { experience: position(COMPANY) }],
    ['one of several current positions', { experience: position(COMPANY) + SEVERAL }],
    ['a link to a company with this name and its logo', { elsewhere: link('/company/1/', COMPANY) }],
    ['its own link to a company', { names: link('/company/1/', COMPANY) + button(SCHOOL) }],
  ])('is captured if %s agrees', (_what, evidence) => expect(captureCompany(evidence)).toBe(COMPANY));

  it('is captured at the second place of the card as well', () => {
    const names = button(SCHOOL) + button(COMPANY);
    expect(captureCompany({ names, experience: position(COMPANY) })).toBe(COMPANY);
  });

  it.each<[string, Evidence]>([
    ['a position that has ended', { experience: position(COMPANY, PAST) }],
    [
      'a link to a company without a logo, which may be a title',
      { elsewhere: `<a href="/company/1/"><p>${COMPANY}</p></a>` },
    ],
    ['a link to a school with this name', { elsewhere: link('/school/1/', COMPANY) }],
    ['a title in the Experience section', { experience: position('Fjordsoft', PAST, COMPANY) }],
    ['the text of the About section', { elsewhere: `<section id="about"><p>${COMPANY}</p></section>` }],
    ['a hidden line without a school', { hidden: COMPANY }],
    [
      'the Experience section of another person',
      { elsewhere: `<aside><div id="experience">${position(COMPANY)}</div></aside>` },
    ],
  ])('is empty if only %s agrees', (_what, evidence) => expect(captureCompany(evidence)).toBe(''));

  it.each<[string, Evidence]>([
    ['follows the company in the hidden line', { hidden: `${COMPANY} · ${SCHOOL}` }],
    ['is a link to a school', { names: link('/school/1/', SCHOOL), experience: position(SCHOOL) + SEVERAL }],
    [
      'is a link to the Education section',
      { names: link('#education', SCHOOL), experience: position(SCHOOL) + SEVERAL },
    ],
    ['is a link to a school elsewhere on the page', { elsewhere: link('/school/1/', SCHOOL) }],
  ])('is never a school that %s', (_what, evidence) =>
    expect(captureCompany({ names: button(SCHOOL), ...evidence })).not.toBe(SCHOOL),
  );
});

describe('the company of a card that shows none', () => {
  const captureFrom = (experience: string) => captureCompany({ names: button(SCHOOL), experience });

  it('is the company of the only current position', () => {
    expect(captureFrom(position(COMPANY) + position('Fjordsoft', PAST))).toBe(COMPANY);
  });

  it('is empty if there are several current positions, or none', () => {
    expect(captureFrom(position(COMPANY) + position('Fjordsoft'))).toBe('');
    expect(captureFrom(position(COMPANY, PAST))).toBe('');
  });
});
