import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { ageExtension } from '@leadping/extension/build/age';
import { LEAD_FIELDS } from '@leadping/extension/capture/lead';
import { LAYOUTS } from '@leadping/extension/test/fixtures/layouts';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import { ADMIN } from '../test-stacks.ts';
import { buttonText, launchExtension, pressPing, type ExtensionBrowser } from './extension/browser.ts';
import { HOOKS, OTHER_HOOKS, SITE, startWorld, type World } from './extension/world.ts';
import { person } from './person.ts';
import { runningPlatform, until } from '../platform.ts';

const [MAYA, IVAN] = PEOPLE as readonly [Person, Person];
const PRESS_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
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
  // Other tests may have published selectors. These tests use the built-in ones.
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

test('the extension activates, delivers to receivers with and without CORS, and follows in-page navigation without APIs newer than Chrome 88 [P1.10] [R-licenses.32]', async () => {
  const worker = await browser.worker();
  expect(await worker.evaluate(() => (globalThis as unknown as { agedBy: number }).agedBy)).toBeGreaterThan(
    100,
  );
  expect(await worker.evaluate(() => chrome.runtime.getManifest().minimum_chrome_version)).toBe('88');

  const onboarding = await browser.open('onboarding');
  await onboarding.getByRole('checkbox', { name: /^I understand/ }).check();
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
  await until('Pinged!', async () => (await buttonText(page)) === 'Pinged!');
  expect(world.receivedAt('/open')).toEqual([
    expect.objectContaining({ type: 'application/json', key: expect.stringMatching(PRESS_ID) }),
  ]);
  expect(Object.keys(world.receivedAt('/open')[0]?.body ?? {})).toEqual(LEAD_FIELDS);

  const options = await browser.open('options');
  await options.getByRole('button', { name: 'Add a webhook' }).click();
  await options.getByLabel('Name', { exact: true }).fill('Closed tool');
  await options.getByLabel('Webhook URL').fill(`https://${OTHER_HOOKS}/closed`);
  await options.getByRole('button', { name: 'Save' }).click();
  await expect(options.getByRole('button', { name: 'Edit Closed tool' })).toBeVisible();
  await options.close();

  // The page navigates by script. Below Chrome 102 the extension compares addresses.
  await page.evaluate(
    ({ path, html }) => {
      const site = globalThis as unknown as { go: (path: string) => void; draw: (html: string) => void };
      site.go(path);
      site.draw(html);
    },
    { path: pathOf(IVAN), html: LAYOUTS.ember(IVAN) },
  );
  await pressPing(page);
  await until('Sent, unconfirmed', async () => (await buttonText(page)) === 'Sent, unconfirmed');
  expect(world.receivedAt('/closed')).toEqual([
    expect.objectContaining({
      type: 'text/plain;charset=UTF-8',
      // Custom headers cannot be sent here, so the key is in the body.
      key: undefined,
      body: expect.objectContaining({
        fullName: IVAN.fullName,
        idempotencyKey: expect.stringMatching(PRESS_ID),
      }),
    }),
  ]);

  // Such a call cannot see a redirect. It follows redirects only to https.
  const plain = createServer((_request, reply) => reply.end());
  let plainCalls = 0;
  plain.on('connection', () => (plainCalls += 1)).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/stolen`;
  world.answer('/closed', (_request, reply) => reply.writeHead(307, { location: plainUrl }).end());
  const next = await browser.context.newPage();
  await next.goto(SITE + pathOf(IVAN));
  await pressPing(next);
  await until('kept', async () => (await buttonText(next)) === 'Kept, sending later');
  expect(world.receivedAt('/closed').length).toBeGreaterThan(1);
  expect(plainCalls).toBe(0);
  const [first, ...later] = world.receivedAt('/closed').map(({ body }) => body.idempotencyKey);
  world.answer('/closed', (_request, reply) =>
    reply.writeHead(307, { location: `https://${HOOKS}/moved` }).end(),
  );
  const popup = await browser.open('popup');
  await popup.getByRole('button', { name: 'Send now' }).click();
  await until('the lead at its new address', async () => world.receivedAt('/moved').length === 1);
  // All attempts of one press have the same key, and another press has another one.
  expect(new Set([...later, world.receivedAt('/moved')[0]?.body.idempotencyKey]).size).toBe(1);
  expect(later).not.toContain(first);
  plain.close();
});
