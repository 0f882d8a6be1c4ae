/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Visit } from '../src/button/visit.ts';
import type { Message } from '../src/messages.ts';
import { LAYOUTS } from './fixtures/layouts.ts';
import { PEOPLE, type Person } from './fixtures/people.ts';

// The bundler reads the style sheet as text.
jest.unstable_mockModule('../src/button/button.css', () => ({ default: '' }));
Object.assign(globalThis, { __GATEWAY_URL__: 'https://leadping.example' });
const { openVisit } = await import('../src/button/visit.ts');

const [MAYA, IVAN] = PEOPLE as readonly [Person, Person];
const COLLEAGUE = { ...MAYA, slug: 'otto-berg', fullName: 'Otto Berg', jobTitle: 'Driver' };
const TITLE = /<title>.*?<\/title>/s;
const NAME = /<h1.*?<\/h1>/s;

/** A page of the folder `fixtures/pages` about another person, without any address of that person. */
const drawLike = (id: string) => {
  const html = readFileSync(path.join(import.meta.dirname, `fixtures/pages/${id}.html`), 'utf8');
  return (one: Person) =>
    html
      .replace(/<link rel="canonical".*?<\/head>/s, '</head>')
      .replaceAll('Mira Halvorsen', one.fullName)
      .replaceAll('Head of Sales at Nordlys Freight', one.jobTitle)
      .replaceAll('Nordlys Freight', one.company)
      .replaceAll('Bergen, Vestland, Norway', one.location)
      .replaceAll('500+ connections', one.connectionsText);
};
const PAGES = {
  mobile: drawLike('mobile'),
  public: drawLike('guest-no-ld'),
  'small mobile': (one: Person) => LAYOUTS.mobile({ ...one, email: null }),
};

let sent: Message[] = [];
let visit: Visit;

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  const sendMessage = (message: Message, reply: (said: unknown) => void) => {
    sent.push(message);
    reply({ state: 'sent', text: ['pinged'], detail: [] });
  };
  Object.assign(globalThis, { chrome: { runtime: { id: 'extension', sendMessage } } });
});
afterEach(() => {
  visit.leave();
  jest.useRealTimers();
});

function draw(html: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  document.title = page.title;
  document.body.replaceChildren(...document.adoptNode(page.body).childNodes);
}

const open = ({ slug }: Person, from?: Visit): Visit =>
  openVisit({
    slug,
    profileUrl: `https://www.linkedin.com/in/${slug}`,
    tag: null,
    isFirst: !from,
    textBefore: from?.leave(),
    published: () => ({}),
  });

/** The page of one person with the name and the title of another one. */
function mixed(page: (one: Person) => string, rest: Person, name: Person | null): string {
  const named = name ? page(name) : '<title>LinkedIn</title>';
  const part = (what: RegExp) => what.exec(named)?.[0] ?? '';
  return page(rest)
    .replace(TITLE, () => part(TITLE))
    .replace(NAME, () => part(NAME));
}

const leads = () =>
  sent.flatMap((message) => {
    if (message.type !== 'capture') return [];
    const { fullName, jobTitle, company, location, connections } = message.lead;
    return [{ fullName, jobTitle, company, location, connections }];
  });

/** What a first visit to the page sends. */
async function captureWhole(html: string, person: Person): Promise<unknown> {
  draw(html);
  visit = open(person);
  const press = visit.press(false);
  await jest.advanceTimersByTimeAsync(1000);
  await press;
  const [lead] = leads();
  sent = [];
  return lead;
}

/** Presses right after the address changed from Maya's, and shows states so many milliseconds later. */
async function arrive(person: Person, states: readonly [ms: number, html: string][]): Promise<void> {
  visit = open(person, visit);
  for (const [ms, html] of states) setTimeout(() => draw(html), ms);
  const press = visit.press(false);
  await jest.advanceTimersByTimeAsync(20_000);
  await press;
}

const ORDERS = {
  'the name first, while the old fields stay': (page: (one: Person) => string) => mixed(page, MAYA, IVAN),
  'the fields first, while the old name stays': (page: (one: Person) => string) => mixed(page, IVAN, MAYA),
  'the fields first, and no name': (page: (one: Person) => string) => mixed(page, IVAN, null),
  'nothing, while the old page stays': (page: (one: Person) => string) => page(MAYA),
};

describe.each(Object.entries(PAGES))('on a %s page, whose card links to nobody,', (_name, page) => {
  describe.each(Object.entries(ORDERS))('after in-page navigation %s,', (order, stateOf) => {
    it.each([0.2, 3, 5])('a press sends the whole person if the rest comes after %d s', async (seconds) => {
      const whole = await captureWhole(page(IVAN), IVAN);
      expect(whole).toMatchObject({ fullName: IVAN.fullName, connections: IVAN.connections });
      await captureWhole(page(MAYA), MAYA);
      await arrive(IVAN, [
        [seconds === 5 ? 100 : seconds * 500, stateOf(page)],
        [seconds * 1000, page(IVAN)],
      ]);
      expect(leads()).toEqual([whole]);
    });

    it('a press sends no mixture if the rest comes after 9 s', async () => {
      await captureWhole(page(MAYA), MAYA);
      await arrive(IVAN, [
        [200, stateOf(page)],
        [9000, page(IVAN)],
      ]);
      const bare = { fullName: IVAN.fullName, jobTitle: '', company: '', location: '', connections: null };
      expect(leads()).toEqual(order.startsWith('the name first') ? [bare] : []);
    });
  });

  it('a press sends all fields of a colleague at the same company and place', async () => {
    const whole = await captureWhole(page(COLLEAGUE), COLLEAGUE);
    await captureWhole(page(MAYA), MAYA);
    await arrive(COLLEAGUE, [
      [100, mixed(page, MAYA, COLLEAGUE)],
      [2000, page(COLLEAGUE)],
    ]);
    expect(leads()).toEqual([whole]);
  });

  it('a press sends no field of a person whose page was left before the next one came', async () => {
    await captureWhole(page(MAYA), MAYA);
    visit = open({ ...IVAN, slug: 'passed-by' }, visit);
    await arrive(IVAN, [
      [100, mixed(page, MAYA, IVAN)],
      [2000, page(IVAN)],
    ]);
    expect(leads()).toMatchObject([{ fullName: IVAN.fullName, connections: IVAN.connections }]);
  });
});
