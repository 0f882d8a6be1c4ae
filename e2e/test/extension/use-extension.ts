import { expect, test, type Page } from '@playwright/test';
import { LAYOUTS } from '@leadping/extension/test/fixtures/layouts';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import { runningPlatform, until } from '../../platform.ts';
import { ADMIN } from '../../test-stacks.ts';
import { person } from '../person.ts';
import { buttonText, launchExtension, pressPing, type ExtensionBrowser } from './browser.ts';
import { buyKey, type BoughtKey } from './buy-key.ts';
import { extensionFolder, isAged } from './variant.ts';
import { HOOKS, SITE, startWorld, type Receiver, type World } from './world.ts';

export const MAYA = PEOPLE[0] as Person;
/** Path of the webhook on the host of the hooks. */
export const HOOK = '/leads';
/** Concurrent calls to one receiver. */
export const MAX_UNDER_WAY = 2;
export const HOUR_MS = 3600_000;
/** A row with so many failures that each further one delays it about an hour. */
export const TIRED = { attempts: 12, lastText: 'Could not be reached' };

export const status =
  (code: number, headers: Record<string, string> = {}): Receiver =>
  (_request, reply) => {
    reply.writeHead(code, headers).end();
  };
export const ok = status(200);

export interface UsedExtension {
  readonly world: World;
  readonly browser: ExtensionBrowser;
  /** Signed in. */
  readonly admin: ReturnType<typeof person>;
  readonly license: BoughtKey;
  /** Opens the person's page. */
  profile: () => Promise<Page>;
  /** Presses the button on the person's page, and waits until it shows this text. */
  pressAndRead: (text: string) => Promise<void>;
  badge: () => Promise<string>;
  attempts: () => World['received'];
  keys: () => Set<string | undefined>;
  /** Restarts the browser with its profile. */
  relaunchBrowser: () => Promise<void>;
}

/** Opens a browser with an active extension and one webhook, shared by the tests of one file in order. */
export function useExtension(): UsedExtension {
  const folder = extensionFolder();
  let world: World;
  let browser: ExtensionBrowser;
  let admin: ReturnType<typeof person>;
  let license: BoughtKey;

  test.beforeAll(async () => {
    world = await startWorld({ hasCors: isAged });
    world.show(`/in/${MAYA.slug}/`, LAYOUTS.ember(MAYA));
    admin = person(runningPlatform());
    await admin.signIn(ADMIN.username, ADMIN.password);
    // Other tests may have published selectors. These tests use the built-in ones.
    await admin.call('/api/selectors', 'POST', { selectors: '{}' });
    browser = await launchExtension({ world, folder });
    const shop = await browser.context.newPage();
    license = await buyKey(shop, `buyer-${Date.now()}@example.com`);
    await shop.close();
    await setUp(browser, license.key);
  });
  test.afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  test.beforeEach(() => {
    world.received.length = 0;
    world.answer(HOOK, ok);
  });

  const profile = async () => {
    const page = await browser.context.newPage();
    await page.goto(`${SITE}/in/${MAYA.slug}/`);
    return page;
  };
  const attempts = () => world.receivedAt(HOOK);
  return {
    get world() {
      return world;
    },
    get browser() {
      return browser;
    },
    get admin() {
      return admin;
    },
    get license() {
      return license;
    },
    profile,
    pressAndRead: async (text) => {
      const page = await profile();
      await pressPing(page);
      await until(`${text}, not ${await buttonText(page)}`, async () => (await buttonText(page)) === text);
      await page.close();
    },
    badge: async () => (await browser.worker()).evaluate(() => chrome.action.getBadgeText({})),
    attempts,
    keys: () => new Set(attempts().map((one) => one.key)),
    relaunchBrowser: async () => {
      browser = await launchExtension({ world, folder, profile: browser.profile });
    },
  };
}

/** Activates and saves one webhook, like the onboarding page. */
async function setUp({ open, allow }: ExtensionBrowser, key: string): Promise<void> {
  if (!isAged) await allow(HOOKS);
  const page = await open('onboarding');
  await page.getByRole('checkbox', { name: /^I understand/ }).check();
  await page.getByLabel('License key').fill(key);
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Sales CRM');
  await page.getByLabel('Webhook URL').fill(`https://${HOOKS}${HOOK}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeVisible();
  await page.close();
}

/** Adds rows to the outbox like the worker: one per press for the first webhook, with changes of the test. */
export async function addRows(page: Page, presses: readonly string[], change: object = {}): Promise<void> {
  const configurationId = await page.evaluate(
    () =>
      new Promise<string>((done) =>
        chrome.storage.local.get('configurations', (items) => {
          const [first] = items.configurations as { id: string }[];
          done(first?.id ?? '');
        }),
      ),
  );
  const rows = presses.map((pressId) => {
    const row = { pressId, configurationId, configurationName: 'Sales CRM', host: '', ...change };
    const state = { state: 'waiting', attempts: 0, nextAttemptAt: 0, leasedBy: '', leaseUntil: 0 };
    const lead = { ...MAYA, email: null, profileUrl: `${SITE}/in/${MAYA.slug}` };
    const rest = { lead, capturedAt: Date.now(), finishedAt: null, lastText: '' };
    return { ...state, ...rest, ...row, id: `${pressId}/${row.configurationId}` };
  });
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('outbox');
        request.addEventListener('success', () => {
          const transaction = request.result.transaction('deliveries', 'readwrite', { durability: 'strict' });
          for (const row of all) transaction.objectStore('deliveries').add(row);
          transaction.addEventListener('complete', () => resolve());
          transaction.addEventListener('error', () => reject(new Error('the rows were not written')));
        });
      }),
    rows,
  );
}

/** Sends due rows, like the worker does after it wakes up. */
export const drain = (page: Page) =>
  page.evaluate(() => new Promise((done) => chrome.runtime.sendMessage({ type: 'drain' }, done)));
