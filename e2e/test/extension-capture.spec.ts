import { expect, test, type Page } from '@playwright/test';
import { LAYOUTS } from '@leadping/extension/test/fixtures/layouts';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import { ADMIN } from '../global-setup.ts';
import { buttonText, launchExtension, pressPing, type ExtensionBrowser } from './extension/browser.ts';
import { HOOKS, OTHER_HOOKS, SITE, startWorld, type World } from './extension/world.ts';
import { person } from './person.ts';
import { runningPlatform, until } from '../platform.ts';

const platform = runningPlatform();
const [MAYA, IVAN] = PEOPLE as readonly [Person, Person];

let world: World;
let browser: ExtensionBrowser;
let admin: ReturnType<typeof person>;

const pathOf = ({ slug }: Person) => `/in/${encodeURIComponent(slug)}/`;
const newKey = async () => {
  const email = `buyer-${Date.now()}@example.com`;
  return (await admin.call<{ licenseKey: string }>('/api/admin/licenses/manual', 'POST', { email }))
    .licenseKey;
};

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  world = await startWorld();
  for (const one of PEOPLE) world.show(pathOf(one), LAYOUTS.ember(one));
  admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  // Other tests may have published selectors: these are of the built-in ones.
  await admin.call('/api/selectors', 'POST', { selectors: '{}' });
  browser = await launchExtension({ world, folder: process.env.EXTENSION_FOLDER ?? '' });
});
test.afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function profile(one: Person): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(SITE + pathOf(one));
  return page;
}

async function addWebhook(name: string, url: string): Promise<void> {
  await browser.allow(new URL(url).host);
  const options = await browser.open('options');
  if ((await options.getByRole('button', { name: 'Add a webhook' }).count()) > 0)
    await options.getByRole('button', { name: 'Add a webhook' }).click();
  await options.getByLabel('Name', { exact: true }).fill(name);
  await options.getByLabel('Webhook URL').fill(url);
  await options.getByRole('button', { name: 'Save' }).click();
  await expect(options.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
  await options.close();
}

test('without a key nothing is captured, and the button says what to do [P1.06] [P1.01]', async () => {
  const page = await profile(MAYA);
  await pressPing(page);
  await until('the refusal', async () => (await buttonText(page)) === 'Activate first');
  expect(world.received).toHaveLength(0);
  await page.close();
});

test('onboarding: a typing mistake, an unknown key, then activation, a webhook and a test send [P1.05] [P1.09]', async () => {
  const key = await newKey();
  const onboarding = await browser.open('onboarding');
  const field = onboarding.getByLabel('License key');
  const activate = onboarding.getByRole('button', { name: 'Activate' });
  for (const [pasted, message] of [
    [key.slice(0, -5), /not a whole license key/],
    [key.replaceAll('-', ''), /not a whole license key/],
    [key.slice(0, -1) + (key.endsWith('0') ? '1' : '0'), /typing mistake/],
    ['0000-0000-0000-0000-0000-0000-0000-0000', /do not know this key/],
  ] as const) {
    await field.fill(pasted);
    await activate.click();
    await expect(onboarding.getByText(message)).toBeVisible();
  }
  await field.fill(`  ${key} `);
  await activate.click();
  await expect(onboarding.getByText('Active', { exact: true })).toBeVisible();

  await onboarding.getByLabel('Name', { exact: true }).fill('Sales CRM');
  for (const [url, message] of [
    ['http://hooks.example.com/a', /must begin with https/],
    ['https://192.168.1.4/a', /private network/],
    ['https://localhost/a', /private network/],
    ['nonsense', /not a URL/],
  ] as const) {
    await onboarding.getByLabel('Webhook URL').fill(url);
    await onboarding.getByRole('button', { name: 'Save' }).click();
    await expect(onboarding.getByText(message)).toBeVisible();
  }
  await browser.allow(HOOKS);
  await onboarding.getByLabel('Webhook URL').fill(`https://${HOOKS}/first`);
  await onboarding.getByRole('button', { name: 'Save' }).click();
  await onboarding.getByRole('button', { name: 'Send a test' }).click();
  await expect(onboarding.getByText(/Sent\. Look for Maya Lindqvist/)).toBeVisible();
  expect(world.receivedAt('/first')).toHaveLength(1);
  await onboarding.close();
});

test('one press sends the seven fields once, as JSON with an idempotency key [P1.02] [P1.03] [R-licenses.29] [R-licenses.31] [R-licenses.34]', async () => {
  world.received.length = 0;
  const page = await profile(MAYA);
  await pressPing(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  expect(world.received).toEqual([
    {
      host: HOOKS,
      path: '/first',
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'application/json',
      body: {
        fullName: MAYA.fullName,
        jobTitle: MAYA.jobTitle,
        company: MAYA.company,
        location: MAYA.location,
        connections: 500,
        profileUrl: `${SITE}/in/${MAYA.slug}`,
        email: MAYA.email,
      },
    },
  ]);
  await until('the end of the answer', async () => (await buttonText(page)) === 'Ping!', 15);
  await page.keyboard.press('Tab');
  await page.close();
});

test('a page that continues by script never sends one person under the address of another', async () => {
  world.received.length = 0;
  const page = await browser.context.newPage();
  await page.goto(`${SITE}/feed/`);
  await expect(page.locator('leadping-button')).toHaveCount(0);
  const draw = (one: Person) =>
    page.evaluate(
      (html) => (globalThis as unknown as { draw: (html: string) => void }).draw(html),
      LAYOUTS.hashed(one),
    );
  const go = (path: string) =>
    page.evaluate((to) => (globalThis as unknown as { go: (path: string) => void }).go(to), path);
  await go(pathOf(MAYA));
  await draw(MAYA);
  await expect(page.locator('leadping-button')).toHaveCount(1);
  await go(pathOf(IVAN));
  // The address is Ivan's and the page still shows Maya.
  await expect(page.locator('leadping-button')).toHaveCount(0);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('p')));
  await expect(page.locator('leadping-button')).toHaveCount(0);
  await draw(IVAN);
  await expect(page.locator('leadping-button')).toHaveCount(1);
  await pressPing(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  expect(world.received.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      fullName: IVAN.fullName,
      profileUrl: `${SITE}/in/${encodeURIComponent(IVAN.slug)}`,
      email: null,
    }),
  ]);
  // What the page removes comes back once; on other pages there is none.
  await page.evaluate(() => document.querySelector('leadping-button')?.remove());
  await expect(page.locator('leadping-button')).toHaveCount(1);
  await go('/feed/');
  await expect(page.locator('leadping-button')).toHaveCount(0);
  await page.close();
});

test('a page cannot press the button, read it, forge a message or put a button of its own in its place', async () => {
  world.received.length = 0;
  const page = await profile(MAYA);
  await until('the button', async () => (await buttonText(page)) === 'Ping!');
  const reached = await page.evaluate(() => {
    const host = document.querySelector<HTMLElement>('leadping-button');
    host?.click();
    host?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    const fake = document.createElement('leadping-button');
    fake.attachShadow({ mode: 'open' }).append(document.createElement('button'));
    document.body.append(fake);
    fake.shadowRoot?.querySelector('button')?.click();
    window.postMessage({ type: 'capture', id: crypto.randomUUID(), lead: {} }, '*');
    const { chrome } = globalThis as unknown as { chrome?: { runtime?: { sendMessage?: unknown } } };
    const globals = Object.getOwnPropertyNames(globalThis).filter((name) => /leadping/i.test(name));
    return { root: host?.shadowRoot ?? null, sendMessage: typeof chrome?.runtime?.sendMessage, globals };
  });
  expect(reached).toEqual({ root: null, sendMessage: 'undefined', globals: [] });
  await page.waitForTimeout(500);
  expect(world.received).toHaveLength(0);
  await page.close();
});

test('with two webhooks a press goes to those that are chosen in the popup', async () => {
  await addWebhook('Sheet', `https://${OTHER_HOOKS}/second`);
  world.received.length = 0;
  const page = await profile(IVAN);
  await pressPing(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  expect(world.received.map(({ host }) => host).sort()).toEqual([OTHER_HOOKS, HOOKS].sort());
  const [one, other] = world.received;
  expect(one?.key).toBe(other?.key);

  const popup = await browser.open('popup');
  await popup.getByRole('checkbox', { name: /Sales CRM/ }).uncheck();
  world.received.length = 0;
  await page.reload();
  await pressPing(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  expect(world.received.map(({ path }) => path)).toEqual(['/second']);
  await popup.getByRole('checkbox', { name: /Sales CRM/ }).check();
  await popup.close();
  await page.close();
});
