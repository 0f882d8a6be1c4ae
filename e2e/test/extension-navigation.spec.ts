import { LAYOUTS } from '@leadping/extension/test/fixtures/layouts';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import { expect, test, type Page } from '@playwright/test';
import { DEEP } from './depth.ts';
import { fillStorage, grantAll } from './extension/sample-platform.ts';
import { until } from '../platform.ts';
import {
  buttonText,
  findButton,
  launchExtension,
  pressArriving,
  pressButton,
  pressPing,
  type ExtensionBrowser,
} from './extension/browser.ts';
import { extensionFolder, isAged } from './extension/variant.ts';
import { HOOKS, SITE, startWorld, type World } from './extension/world.ts';

const [MAYA, IVAN] = PEOPLE as readonly [Person, Person];
const pathOf = ({ slug }: Person) => `/in/${encodeURIComponent(slug)}/`;
const NAME = /<a [^>]*about-this-profile[^>]*>.*?<\/a>/s;
const TITLE = /<title>.*?<\/title>/s;

const WEBHOOKS = [{ id: 'crm', name: 'Sales CRM', preset: 'custom', url: `https://${HOOKS}/leads` }];

let world: World;
let browser: ExtensionBrowser;

test.beforeAll(async () => {
  world = await startWorld({ hasCors: isAged });
  for (const one of PEOPLE.slice(0, 5)) world.show(pathOf(one), pageOf(one));
  browser = await launchExtension({ world, folder: extensionFolder() });
  if (!isAged) await browser.allow(HOOKS);
  await fillStorage(browser, WEBHOOKS);
  await grantAll(browser, WEBHOOKS);
});
test.afterAll(async () => {
  await browser?.close();
  await world?.close();
});
test.beforeEach(() => {
  world.received.length = 0;
});

/** A profile without a dialog. */
const pageOf = (one: Person) => LAYOUTS.ember({ ...one, email: null });

function sentOf({ slug, language: _language, ...one }: Person) {
  return {
    fullName: one.fullName,
    jobTitle: one.jobTitle,
    company: one.company,
    location: one.location,
    connections: one.connections,
    profileUrl: `${SITE}/in/${encodeURIComponent(slug)}`,
    email: null,
  };
}

/** A person's page with the name and title of another person. Null removes the name. */
function mixed(rest: Person, name: Person | null): string {
  const named = name ? pageOf(name) : '<title>LinkedIn</title>';
  const part = (what: RegExp) => what.exec(named)?.[0] ?? '';
  return pageOf(rest)
    .replace(NAME, () => part(NAME))
    .replace(TITLE, () => part(TITLE));
}

const nameAlone = (one: Person) =>
  `${TITLE.exec(pageOf(one))?.[0]}<main><section>${NAME.exec(pageOf(one))?.[0]}</section></main>`;

/** Shows states of the page, each at this time after the address change, in ms. */
async function arrive(
  page: Page,
  path: string,
  states: readonly [ms: number, html: string][],
): Promise<void> {
  await page.evaluate(
    ({ to, steps }) => {
      const site = globalThis as unknown as { go: (path: string) => void; draw: (html: string) => void };
      site.go(to);
      for (const [ms, html] of steps) setTimeout(() => site.draw(html), ms);
    },
    { to: path, steps: states },
  );
}

async function openMaya(): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(SITE + pathOf(MAYA));
  await until('the button', async () => (await buttonText(page)) === 'Ping!');
  return page;
}

const bodies = () => world.received.map(({ body }) => body);

/** The first part of the next person that the page shows. */
const ORDERS: Record<string, (one: Person) => string> = {
  'the name first, while the old fields stay': (one) => mixed(MAYA, one),
  'the name first, and no field': nameAlone,
  'the fields first, while the old name stays': (one) => mixed(one, MAYA),
  'the fields first, and no name': (one) => mixed(one, null),
  'nothing, while the old page stays': () => pageOf(MAYA),
};
const PROMPT_MS = [200, 3000, 5000] as const;
/** Longer than the extension waits for a page. */
const LATE_MS = 9000;

for (const [place, [order, stateOf]] of Object.entries(ORDERS).entries())
  test(
    `after in-page navigation that shows ${order}, an immediate press sends the whole person when the rest follows within 5 s; when it follows after 9 s, the press sends no mixture, reports that, and works later`,
    place === 0 ? {} : DEEP,
    async () => {
      const next = await Promise.all(
        [...PROMPT_MS, LATE_MS].map(async (ms, place) => {
          const one = PEOPLE[place + 1] as Person;
          return { one, ms, page: await openMaya() };
        }),
      );
      const sent = ({ profileUrl }: { profileUrl: string }) =>
        bodies().filter((body) => body.profileUrl === profileUrl);
      await Promise.all(
        next.map(async ({ one, ms, page }) => {
          const whole = sentOf(one);
          await arrive(page, pathOf(one), [
            [ms === LATE_MS ? 200 : ms / 2, stateOf(one)],
            [ms, pageOf(one)],
          ]);
          await pressArriving(page);
          const reply = await until(
            'the reply',
            async () => /Could not read it|Pinged!/.exec((await buttonText(page)) ?? '')?.[0],
          );
          if (ms < LATE_MS) {
            expect(reply).toBe('Pinged!');
            expect(sent(whole)).toEqual([whole]);
            return;
          }
          // A name without other fields is sent after six seconds. Fields beside another person's name are dropped.
          const bare = { ...whole, jobTitle: '', company: '', location: '', connections: null };
          const before = order.startsWith('the name first') ? [bare] : [];
          expect(sent(whole)).toEqual(before);
          await page.waitForFunction((text) => document.body.textContent?.includes(text), one.jobTitle);
          await page.getByRole('heading', { name: one.fullName }).waitFor();
          await pressButton(page);
          await until('the lead', async () => sent(whole).length > before.length);
          expect(sent(whole)).toEqual([...before, whole]);
        }),
      );
      // Nothing is sent under another address, such as the previous person's.
      expect(new Set(bodies().map(({ profileUrl }) => profileUrl)).size).toBe(next.length);
      for (const { page } of next) await page.close();
    },
  );

test('the button says “Reading…” and not “Ping!” until the person who arrives is complete', async () => {
  const page = await openMaya();
  await arrive(page, pathOf(IVAN), [
    [0, nameAlone(IVAN)],
    [4000, pageOf(IVAN)],
  ]);
  const texts = new Set<string>();
  await until('Ping!', async () => {
    const text = await buttonText(page);
    if (text !== undefined) texts.add(text);
    return text === 'Ping!';
  });
  expect(await page.getByText(IVAN.jobTitle).isVisible()).toBe(true);
  expect([...texts]).toEqual(['Reading…', 'Ping!']);
  await page.close();
});

test('captures of two people of the same company and place in sequence omit no field', DEEP, async () => {
  const colleague = { ...MAYA, slug: 'otto-berg', fullName: 'Otto Berg', jobTitle: 'Driver' };
  const page = await openMaya();
  await arrive(page, pathOf(colleague), [[100, pageOf(colleague)]]);
  await pressArriving(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  expect(bodies()).toEqual([sentOf(colleague)]);
  await page.close();
});

test('a profile whose address changes from a member id to the readable one keeps the button, and sends the readable address', async () => {
  const unnamed = { ...MAYA, slug: 'ACoAABexampleProfileId-0000' };
  world.show(pathOf(unnamed), pageOf(unnamed));
  const page = await browser.context.newPage();
  await page.goto(SITE + pathOf(unnamed));
  await until('the button', async () => (await buttonText(page)) === 'Ping!');
  await page.evaluate((path) => history.replaceState(null, '', path), pathOf(MAYA));
  await arrive(page, pathOf(MAYA), [[300, pageOf(MAYA)]]);
  await pressArriving(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  expect(bodies()).toEqual([sentOf(MAYA)]);
  await page.close();
});

test('the button appears on each profile and never on the feed when the user moves between them', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${SITE}/feed/`);
  const feed = '<title>Feed | LinkedIn</title><main><h1>Feed</h1></main>';
  for (const one of [MAYA, IVAN, MAYA]) {
    await arrive(page, pathOf(one), [[50, pageOf(one)]]);
    await until('the button', async () => (await buttonText(page)) === 'Ping!');
    await arrive(page, '/feed/', [[50, feed]]);
    await until('no button', async () => !(await findButton(page)));
  }
  await page.close();
});

test('the button returns to the name after the page has rerendered its card many times', DEEP, async () => {
  const page = await openMaya();
  const beside = async () => (await findButton(page))?.box;
  const before = await beside();
  await page.evaluate(async (html) => {
    const site = globalThis as unknown as { draw: (html: string) => void };
    for (let round = 0; round < 60; round += 1) {
      site.draw(html);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  }, pageOf(MAYA));
  await until('the button beside the name', async () => (await beside())?.y === before?.y, 30);
  await pressPing(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  await page.close();
});

test('an unreadable page sends nothing, explains that in words and links to the guide', async () => {
  world.show('/in/nobody-knows/', '<title>LinkedIn</title><main><div><b>?</b></div></main>');
  const page = await browser.context.newPage();
  await page.goto(`${SITE}/in/nobody-knows/`);
  await pressButton(page);
  await until('the refusal', async () => (await buttonText(page)) === 'Could not read it', 30);
  expect(world.received).toEqual([]);
  const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree');
  const link = nodes.find(({ role, name }) => role?.value === 'link' && name?.value === 'What you can do');
  const url = link?.properties?.find(({ name }) => name === 'url')?.value.value;
  expect(url).toMatch(/\/docs\/troubleshooting-connection#unreadable$/);
  await page.close();
});

test('a page with a sign-in form has no button', async () => {
  world.show(
    '/in/behind-a-wall/',
    '<title>Sign Up | LinkedIn</title><main><h1>Join</h1><form><input></form></main>',
  );
  world.show('/in/nobody-knows/', '<title>LinkedIn</title><main><div><b>?</b></div></main>');
  const wall = await browser.context.newPage();
  await wall.goto(`${SITE}/in/behind-a-wall/`);
  const other = await browser.context.newPage();
  await other.goto(`${SITE}/in/nobody-knows/`);
  await until('a button on the page that is no wall', () => findButton(other));
  expect(await findButton(wall)).toBeUndefined();
  await other.close();
  await wall.close();
});

test('a lead with gaps lists its missing fields in words, and makes no claim about the page', async () => {
  const page = await browser.context.newPage();
  const some = { ...MAYA, slug: 'some-gaps', company: '', location: '' };
  world.show(pathOf(some), pageOf(some).replace(/<ul class="pv-text-details__right-panel">.*?<\/ul>/s, ''));
  await page.goto(SITE + pathOf(some));
  await pressPing(page);
  const said = await until('the words', async () => {
    const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree');
    const texts = nodes.map(({ name }) => String(name?.value ?? ''));
    return texts.find((text) => text.includes('did not find'));
  });
  expect(said).toMatch(/did not find: company, location, email\. .*“Contact info”/);
  await page.close();
});
