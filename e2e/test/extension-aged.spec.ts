import { expect, test } from '@playwright/test';
import { ageExtension } from '@leadping/extension/build/age';
import { LAYOUTS } from '@leadping/extension/test/fixtures/layouts';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import { ADMIN } from '../test-stacks.ts';
import { buttonText, launchExtension, pressPing, type ExtensionBrowser } from './extension/browser.ts';
import { HOOKS, OTHER_HOOKS, SITE, startWorld, type World } from './extension/world.ts';
import { person } from './person.ts';
import { runningPlatform, until } from '../platform.ts';

const [MAYA, IVAN] = PEOPLE as readonly [Person, Person];
const pathOf = ({ slug }: Person) => `/in/${encodeURIComponent(slug)}/`;

let world: World;
let browser: ExtensionBrowser;
let key: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  world = await startWorld();
  for (const one of [MAYA, IVAN]) world.show(pathOf(one), LAYOUTS.ember(one));
  world.answer('/open', (_request, reply) =>
    reply.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end(),
  );
  const admin = person(runningPlatform());
  await admin.signIn(ADMIN.username, ADMIN.password);
  // Other tests may have published selectors: these are of the built-in ones.
  await admin.call('/api/selectors', 'POST', { selectors: '{}' });
  const body = { email: `aged-${Date.now()}@example.com` };
  key = (await admin.call<{ licenseKey: string }>('/api/admin/licenses/manual', 'POST', body)).licenseKey;
  const folder = `${process.env.EXTENSION_FOLDER}-88`;
  ageExtension(process.env.EXTENSION_FOLDER ?? '', folder);
  browser = await launchExtension({ world, folder });
});
test.afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test('on a browser without what is newer than Chrome 88: activation, receivers with and without CORS, in-page navigation [P1.10] [R-licenses.32]', async () => {
  const worker = await browser.worker();
  expect(await worker.evaluate(() => (globalThis as unknown as { agedBy: number }).agedBy)).toBeGreaterThan(
    100,
  );
  expect(await worker.evaluate(() => chrome.runtime.getManifest().minimum_chrome_version)).toBe('88');

  const onboarding = await browser.open('onboarding');
  await onboarding.getByLabel('License key').fill(key);
  await onboarding.getByRole('button', { name: 'Activate' }).click();
  await expect(onboarding.getByText('Active', { exact: true })).toBeVisible();
  await onboarding.getByLabel('Name', { exact: true }).fill('Own server');
  await onboarding.getByLabel('Webhook URL').fill(`https://${HOOKS}/open`);
  await onboarding.getByRole('button', { name: 'Save' }).click();
  await expect(onboarding.getByRole('button', { name: 'Send a test' })).toBeVisible();
  await onboarding.close();

  const page = await browser.context.newPage();
  await page.goto(SITE + pathOf(MAYA));
  await pressPing(page);
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!', 10);
  expect(world.receivedAt('/open')).toEqual([
    expect.objectContaining({ type: 'application/json', key: expect.any(String) }),
  ]);

  const options = await browser.open('options');
  await options.getByRole('button', { name: 'Add a webhook' }).click();
  await options.getByLabel('Name', { exact: true }).fill('Closed tool');
  await options.getByLabel('Webhook URL').fill(`https://${OTHER_HOOKS}/closed`);
  await options.getByRole('button', { name: 'Save' }).click();
  await expect(options.getByRole('button', { name: 'Edit Closed tool' })).toBeVisible();
  await options.close();

  // The page continues by script; below Chrome 102 the address is compared.
  await page.evaluate(
    ({ path, html }) => {
      const site = globalThis as unknown as { go: (path: string) => void; draw: (html: string) => void };
      site.go(path);
      site.draw(html);
    },
    { path: pathOf(IVAN), html: LAYOUTS.ember(IVAN) },
  );
  await pressPing(page);
  await until('Sent, unconfirmed', async () => (await buttonText(page)) === 'Sent, unconfirmed', 10);
  expect(world.receivedAt('/closed')).toEqual([
    expect.objectContaining({
      type: 'text/plain;charset=UTF-8',
      body: expect.objectContaining({ fullName: IVAN.fullName }),
    }),
  ]);
});
