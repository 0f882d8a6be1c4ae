/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { captureProfile } from '../src/capture/capture-profile.ts';
import { EMPTY_LEAD } from '../src/capture/lead.ts';

const NAME = 'Mira Halvorsen';
/** The name on this page is a link to its person. */
const WITH_SELF_LINK = 'sdui-h2link-open';
const WITHOUT_SELF_LINK = 'sdui-h2-plain';

/** Captures a page of the folder `fixtures/pages` with another name and title. */
function capture(id: string, name: string, title: string) {
  const html = readFileSync(path.join(import.meta.dirname, `fixtures/pages/${id}.html`), 'utf8');
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.title = title;
  for (const element of page.querySelectorAll('main *')) {
    if (element.childElementCount === 0 && element.textContent === NAME) element.textContent = name;
    const label = element.getAttribute('aria-label');
    if (label)
      element.setAttribute(
        'aria-label',
        label.replace(NAME, () => name),
      );
  }
  return captureProfile(page, id, {});
}

describe('the placeholder for a hidden person', () => {
  it.each([
    'LinkedIn Member',
    'LinkedIn-Mitglied',
    'Mitglied von LinkedIn',
    'Membre LinkedIn',
    'Membre de LinkedIn',
    'Miembro de LinkedIn',
    'Usuário do LinkedIn',
    'Utente LinkedIn',
    'LinkedIn-lid',
    'LinkedIn-medlem',
    'LinkedInin jäsen',
    'Użytkownik LinkedIn',
    'Člen LinkedInu',
    'Участник LinkedIn',
    'LinkedIn Üyesi',
    'عضو LinkedIn',
    'חבר ב-LinkedIn',
    'LinkedIn सदस्य',
    'สมาชิก LinkedIn',
    'LinkedInメンバー',
    'LinkedIn 회원',
    'LinkedIn 會員',
    '领英会员',
    'LinkedIn',
  ])('%s is nobody, with and without a link to the profile', (placeholder) => {
    for (const id of [WITH_SELF_LINK, WITHOUT_SELF_LINK]) {
      const profileUrl = `https://www.linkedin.com/in/${id}`;
      expect(capture(id, placeholder, `${placeholder} | LinkedIn`)).toEqual({ ...EMPTY_LEAD, profileUrl });
    }
  });
});

describe.each([
  'Tom Alder | Fractional CFO',
  'Tom Alder: 2x Founder',
  'Tom Alder; PhD',
  'Tom Alder 10x',
  '4Ever Young',
  'William "Bill" Ford-Smith',
  'Anna Berg (geb. Holm), MBA',
  '王小明',
  'X Æ A-12',
  'Linkedin Larsson Berg',
])('a person called %s', (name) => {
  it('is captured under the whole name if the title agrees', () => {
    expect(capture(WITHOUT_SELF_LINK, name, `(4) ${name} | LinkedIn`)).toMatchObject({
      fullName: name,
      company: 'Nordlys Freight',
    });
  });

  it('is captured under the whole name if a link to the profile agrees and the title names nobody', () => {
    expect(capture(WITH_SELF_LINK, name, 'LinkedIn')).toMatchObject({
      fullName: name,
      company: 'Nordlys Freight',
    });
  });

  it('is nobody if neither the title nor a link agrees', () => {
    expect(capture(WITHOUT_SELF_LINK, name, 'LinkedIn').fullName).toBe('');
    expect(capture(WITHOUT_SELF_LINK, name, 'Otto Fremd | LinkedIn').fullName).toBe('');
  });
});

describe('a text that is no name', () => {
  it.each([
    'M*** H***',
    '***Mira*** Halvorsen',
    '***',
    'www.halvorsen.example',
    'https://halvorsen.example',
    'mira@halvorsen.example',
    '123',
  ])('%s names nobody although title and link agree', (text) =>
    expect(capture(WITH_SELF_LINK, text, `${text} | LinkedIn`).fullName).toBe(''),
  );
});
