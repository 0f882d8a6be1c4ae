/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { captureProfile } from '../src/capture/capture-profile.ts';

/** Its card has a degree of connection, a count and a link with mutual connections. */
const HTML = readFileSync(path.join(import.meta.dirname, 'fixtures/pages/sdui-h2-plain.html'), 'utf8');

interface Texts {
  count?: string;
  /** Another line beside the count. */
  beside?: string;
  mutual?: string;
  headline?: string;
  name?: string;
  place?: string;
  degree?: string;
}

/** The connections captured from the page with other texts. An empty text leaves its element out. */
function captureConnections(texts: Texts): number | null {
  const page = new DOMParser().parseFromString(HTML, 'text/html');
  const { name = 'Mira Halvorsen' } = texts;
  page.title = `${name} | LinkedIn`;
  const parts = {
    count: '._st p',
    mutual: 'a[href*=facetConnectionOf] p',
    headline: '.c1 > p',
    name: 'h2._31136337',
    place: '._loc p',
    degree: '.c2 > p:last-child',
  } satisfies Record<Exclude<keyof Texts, 'beside'>, string>;
  const { beside = '' } = texts;
  page.querySelector('._st')?.insertAdjacentHTML('beforeend', `<p>${beside}</p>`);
  for (const [part, selector] of Object.entries(parts)) {
    const element = page.querySelector(selector);
    if (!element) throw new Error(`no ${selector}`);
    const text = texts[part as keyof Texts];
    if (text === '') element.remove();
    else if (text !== undefined) element.textContent = text;
  }
  return captureProfile(page, 'sdui-h2-plain', {}).connections;
}

describe('the count of connections', () => {
  it.each([
    ['500+ connections', 500],
    ['1,204 connections', 1204],
    ['1 connection', 1],
    ['1.204 Kontakte', 1204],
    ['Plus de 500 relations', 500],
    ['500+ Kontakte', 500],
    ['Más de 500 contactos', 500],
    ['٥٠٠+ زميل', 500],
    ['1촌 500명 이상', 500],
    ['500+', 500],
  ])('is read from the line “%s”', (count, number) => expect(captureConnections({ count })).toBe(number));

  it.each([
    '2,345 followers',
    '1.2万 位关注者',
    '4K followers',
    '2.345 Follower:innen',
    '12 mutual connections',
    '71 weitere gemeinsame Kontakte',
    '4 conexões em comum',
    '3 collegamenti in comune',
    '12 gemeenschappelijke connecties',
    '12 gemensamma kontakter',
    '5 relations en commun',
    '8 wspólnych kontaktów',
    '7 společných spojení',
    '6 общих контактов',
    '共通のつながり3人',
    'Luis, Eva y 4 contactos más en común',
    '2nd degree connection',
    'Kontakt 2. Grades',
    'Relation de 2e niveau',
    'Contacto de 2º grado',
    '1.2K connections',
    '500 employees',
    '17',
    'connections',
  ])('is not read from the line “%s”', (count) => expect(captureConnections({ count })).toBeNull());

  it('is not a number in the name, the headline, the place or the degree', () => {
    const without = { count: '', mutual: '' };
    expect(captureConnections(without)).toBeNull();
    expect(captureConnections({ ...without, name: 'Tom Alder 500' })).toBeNull();
    expect(captureConnections({ ...without, headline: '500+ connections made last year' })).toBeNull();
    expect(captureConnections({ ...without, headline: '300 connections' })).toBeNull();
    expect(captureConnections({ ...without, place: 'Paris 15, France' })).toBeNull();
    expect(captureConnections({ ...without, degree: '2nd degree connection' })).toBeNull();
  });

  it('is not the number of mutual connections, which a link shows in every language', () => {
    for (const mutual of ['12 connections', '12 Kontakte', '12 人脉'])
      expect(captureConnections({ count: '', mutual })).toBeNull();
    expect(captureConnections({ mutual: '12 connections' })).toBe(500);
  });

  it('is not one of two lines that contradict each other, and is read from two that agree', () => {
    expect(captureConnections({ count: '500+ connections', beside: '300 connections' })).toBeNull();
    expect(captureConnections({ count: '500+ connections', beside: '500+ contacts' })).toBe(500);
    expect(captureConnections({ count: '500+ connections', beside: '2,345 followers' })).toBe(500);
  });

  it('is the line of the count although the headline reads like one', () => {
    expect(captureConnections({ headline: '300 connections', count: '500+ connections' })).toBe(500);
  });
});
