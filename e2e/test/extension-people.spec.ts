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
  pressButton,
  type ExtensionBrowser,
} from './extension/browser.ts';
import { extensionFolder, isAged } from './extension/variant.ts';
import { HOOKS, SITE, startWorld, type World } from './extension/world.ts';

const [MAYA, IVAN] = PEOPLE as readonly [Person, Person];
const WEBHOOKS = [{ id: 'crm', name: 'Sales CRM', preset: 'hubspot', url: `https://${HOOKS}/leads` }];
const pathOf = ({ slug }: Person) => `/in/${encodeURIComponent(slug)}/`;
const TODAY = `Pinged ${new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}`;

let world: World;
let browser: ExtensionBrowser;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  world = await startWorld({ hasCors: isAged });
  for (const one of [MAYA, IVAN]) world.show(pathOf(one), LAYOUTS.ember({ ...one, email: null }));
  browser = await launchExtension({ world, folder: extensionFolder(), remembersPeople: true });
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

async function openProfile(one: Person): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(SITE + pathOf(one));
  return page;
}
const says = (page: Page, text: string) => until(text, async () => (await buttonText(page)) === text);

/** Opens a person's contact dialog like the site does: above everything, including the button. */
const openContact = (page: Page, { slug, email }: Person) =>
  page.evaluate(
    ({ to, address }) => {
      const dialog = document.createElement('dialog');
      const [profile, mail] = [document.createElement('a'), document.createElement('a')];
      profile.href = to;
      mail.href = `mailto:${address}`;
      profile.textContent = 'Profile';
      mail.textContent = address;
      dialog.append(profile, mail);
      document.body.append(dialog);
      dialog.showModal();
    },
    { to: SITE + pathOf({ slug } as Person), address: email ?? '' },
  );
const closeContact = (page: Page, how: 'close' | 'remove') =>
  page.evaluate((call) => document.querySelector('dialog')?.[call](), how);

const isInDialog = async (page: Page) => {
  const { tag = '' } = (await findButton(page)) ?? {};
  return page.evaluate((name) => Boolean(name && document.querySelector(`dialog ${name}`)), tag);
};
const emails = () => world.received.map(({ body }) => body.email);

test('a press sends the email of the contact details after their dialog was closed', async () => {
  for (const how of ['close', 'remove'] as const) {
    const one = { ...MAYA, slug: `contact-${how}` };
    world.show(pathOf(one), LAYOUTS.ember({ ...one, email: null }));
    const page = await openProfile(one);
    await says(page, 'Ping!');
    await openContact(page, one);
    // The dialog covers the button beside the name.
    await until('the button in the dialog', () => isInDialog(page));
    await closeContact(page, how);
    await until('the button beside the name', async () => !(await isInDialog(page)));
    await pressButton(page);
    await says(page, 'Pinged!');
    expect(emails()).toEqual([MAYA.email]);
    world.received.length = 0;
    await page.close();
  }
});

test('the extension opens no page and requests nothing from the site to find an email', async () => {
  const one = { ...MAYA, slug: 'nothing-opened' };
  world.show(pathOf(one), LAYOUTS.ember({ ...one, email: null }));
  const page = await openProfile(one);
  await says(page, 'Ping!');
  const tabs = browser.context.pages().length;
  world.visited.length = 0;
  await pressButton(page);
  await says(page, 'Pinged!');
  expect(emails()).toEqual([null]);
  // The browser asks for the icon itself.
  expect(world.visited.filter((path) => path !== '/favicon.ico')).toEqual([]);
  expect(browser.context.pages()).toHaveLength(tabs);
  await page.close();
});

test('the button in the dialog of contact details sends the email', async () => {
  const one = { ...MAYA, slug: 'contact-open' };
  world.show(pathOf(one), LAYOUTS.ember({ ...one, email: null }));
  const page = await openProfile(one);
  await says(page, 'Ping!');
  await openContact(page, one);
  await until('the button in the dialog', () => isInDialog(page));
  const dialog = await page.locator('dialog').boundingBox();
  const button = (await findButton(page))?.box;
  expect(button?.x).toBeGreaterThan(dialog?.x ?? Infinity);
  expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(
    (dialog?.y ?? 0) + (dialog?.height ?? 0),
  );
  await pressButton(page);
  await says(page, 'Pinged!');
  expect(emails()).toEqual([MAYA.email]);
  await page.close();
});

test("a press never sends another person's email, or an earlier email after the page changed to another person", async () => {
  const [one, other] = [
    { ...MAYA, slug: 'contact-one' },
    { ...IVAN, slug: 'contact-other' },
  ];
  for (const each of [one, other]) world.show(pathOf(each), LAYOUTS.ember({ ...each, email: null }));
  const page = await openProfile(one);
  await says(page, 'Ping!');
  await openContact(page, { ...other, email: 'other@elsewhere.example' });
  await closeContact(page, 'remove');
  await pressButton(page);
  await says(page, 'Pinged!');
  await openContact(page, one);
  await until('the button in the dialog', () => isInDialog(page));
  await closeContact(page, 'remove');
  await page.evaluate(
    ({ path, html }) => {
      const site = globalThis as unknown as { go: (path: string) => void; draw: (html: string) => void };
      site.go(path);
      site.draw(html);
    },
    { path: pathOf(other), html: LAYOUTS.ember({ ...other, email: null }) },
  );
  await says(page, 'Ping!');
  await pressButton(page);
  await says(page, 'Pinged!');
  expect(emails()).toEqual([null, null]);
  await page.close();
});

test('the button shows when the person was sent before, and sending again needs a confirmation', async () => {
  const first = await openProfile(MAYA);
  await says(first, 'Ping!');
  await pressButton(first);
  await says(first, 'Pinged!');
  await says(first, TODAY);
  await first.close();
  world.received.length = 0;

  const page = await openProfile(MAYA);
  await says(page, TODAY);
  await pressButton(page);
  await says(page, 'Send again?');
  expect(world.received).toEqual([]);
  await until('the warning for HubSpot', async () => {
    const { nodes } = await (await page.context().newCDPSession(page)).send('Accessibility.getFullAXTree');
    return nodes.some(({ name }) => String(name?.value).includes('HubSpot creates a second contact'));
  });
  await pressButton(page);
  await says(page, 'Pinged!');
  expect(world.received).toHaveLength(1);
  await page.close();
});

test('the settings can forget sent people, and switch remembering off', async () => {
  const one = { ...MAYA, slug: 'forgotten' };
  world.show(pathOf(one), LAYOUTS.ember({ ...one, email: null }));
  const page = await openProfile(one);
  await says(page, 'Ping!');
  await pressButton(page);
  await says(page, TODAY);

  const options = await browser.open('options');
  options.on('dialog', (dialog) => void dialog.accept());
  const remember = options.getByRole('checkbox', { name: /Remember who you already sent/ });
  const forget = options.getByRole('button', { name: /^Forget/ });
  await forget.click();
  await expect(forget).toHaveCount(0);
  await page.reload();
  await says(page, 'Ping!');
  await remember.uncheck();
  await pressButton(page);
  await says(page, 'Pinged!');
  await says(page, 'Ping!');
  await options.reload();
  await expect(remember).not.toBeChecked();
  await expect(forget).toHaveCount(0);
  await remember.check();
  await page.close();
  await options.close();
});

test('the stored data of a sent person does not identify them', DEEP, async () => {
  const page = await openProfile(IVAN);
  await says(page, 'Ping!');
  await pressButton(page);
  await says(page, 'Pinged!');
  const options = await browser.open('options');
  const stored = await until('the person', () =>
    options.evaluate(
      () =>
        new Promise<{ hash: string }[] | undefined>((done) => {
          const opening = indexedDB.open('captured');
          opening.onsuccess = () => {
            const all = opening.result.transaction('people').objectStore('people').getAll();
            all.onsuccess = () => done(all.result.length > 0 ? all.result : undefined);
          };
        }),
    ),
  );
  const person = { hash: expect.stringMatching(/^[0-9a-f]{64}$/), capturedAt: expect.any(Number) };
  expect(stored).toEqual(stored.map(() => person));
  expect(JSON.stringify(stored)).not.toContain(IVAN.slug);
  await options.close();
  await page.close();
});

test('a sent person is remembered for a year, and later upkeep deletes the stored data', DEEP, async () => {
  const [one, other] = [
    { ...MAYA, slug: 'a-year-ago' },
    { ...MAYA, slug: 'sent-today' },
  ];
  for (const each of [one, other]) world.show(pathOf(each), LAYOUTS.ember({ ...each, email: null }));
  const options = await browser.open('options');
  const page = await openProfile(one);
  await says(page, 'Ping!');
  await pressButton(page);
  await says(page, TODAY);

  /** Moves all sent people so many days into the past. @returns how many there are */
  const age = (days: number) =>
    options.evaluate(
      (ms) =>
        new Promise<number>((done) => {
          const opening = indexedDB.open('captured');
          opening.onsuccess = () => {
            const store = opening.result.transaction('people', 'readwrite').objectStore('people');
            const all = store.getAll() as IDBRequest<{ capturedAt: number }[]>;
            all.onsuccess = () => {
              for (const person of all.result) store.put({ ...person, capturedAt: person.capturedAt - ms });
            };
            store.transaction.oncomplete = () => {
              opening.result.close();
              done(all.result.length);
            };
          };
        }),
      days * 24 * 3600_000,
    );
  await age(364);
  await page.reload();
  await until('the day of the last year', async () => /^Pinged \d/.test((await buttonText(page)) ?? ''));
  await age(2);
  await page.reload();
  await says(page, 'Ping!');

  await page.goto(SITE + pathOf(other));
  await says(page, 'Ping!');
  await pressButton(page);
  await says(page, TODAY);
  expect(await age(0)).toBeGreaterThan(1);
  // The worker does this every six hours.
  await options.evaluate(() => chrome.alarms.create('upkeep', { when: Date.now() }));
  await until('the end of the old data', async () => (await age(0)) === 1);
  await page.reload();
  await says(page, TODAY);
  // The upkeep also learned that the platform does not know the sample license.
  await fillStorage(browser, WEBHOOKS);
  await options.close();
  await page.close();
});

test('a page stays untouched in quiet mode, and the toolbar button captures', async () => {
  const one = { ...MAYA, slug: 'quiet' };
  world.show(pathOf(one), LAYOUTS.ember({ ...one, email: null }));
  const page = await openProfile(one);
  await says(page, 'Ping!');
  const options = await browser.open('options');
  await options.getByRole('checkbox', { name: /Quiet mode/ }).check();
  await until('no button', async () => !(await findButton(page)));
  const worker = await browser.worker();
  const popupOf = () =>
    worker.evaluate(async (url) => {
      const tabs = await new Promise<chrome.tabs.Tab[]>((done) => chrome.tabs.query({}, done));
      const tab = tabs.find((each) => each.url?.startsWith(url));
      return new Promise<string>((done) => chrome.action.getPopup({ tabId: tab?.id ?? 0 }, done));
    }, SITE);
  await page.reload();
  await until('the toolbar button that captures', async () => (await popupOf()) === '');
  const before = await page.evaluate(() => document.documentElement.outerHTML);
  // Tests cannot press the browser's toolbar button.
  await worker.evaluate(async (url) => {
    const tabs = await new Promise<chrome.tabs.Tab[]>((done) => chrome.tabs.query({}, done));
    const clicked = chrome.action.onClicked as unknown as { dispatch: (tab?: chrome.tabs.Tab) => void };
    clicked.dispatch(tabs.find((each) => each.url?.startsWith(url)));
  }, SITE);
  await until('the lead', async () => world.received.length > 0);
  expect(world.received.map(({ body }) => body.profileUrl)).toEqual([`${SITE}/in/quiet`]);
  // The next press opens the popup, which shows the captured fields.
  await until('the popup', async () => (await popupOf()).endsWith('popup.html'));
  await until('the toolbar button that captures again', async () => (await popupOf()) === '');
  expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  expect(await findButton(page)).toBeUndefined();
  await options.getByRole('checkbox', { name: /Quiet mode/ }).uncheck();
  await until('the button', () => findButton(page));
  await options.close();
  await page.close();
});

test(
  "the element's name is meaningless, equal on each page, and different in each installation",
  DEEP,
  async () => {
    const page = await openProfile(MAYA);
    const { tag } = await until('the button', () => findButton(page));
    expect(tag).toMatch(/^[a-z]{3,8}-[a-z]{3,8}$/);
    await page.reload();
    expect((await until('the button', () => findButton(page))).tag).toBe(tag);
    const attributes = await page.evaluate((name) => document.querySelector(name)?.getAttributeNames(), tag);
    expect(attributes).toEqual([]);
    const second = await launchExtension({ world, folder: extensionFolder() });
    const other = await second.context.newPage();
    await other.goto(SITE + pathOf(MAYA));
    expect((await until('the button', () => findButton(other))).tag).not.toBe(tag);
    await second.close();
    await page.close();
  },
);
