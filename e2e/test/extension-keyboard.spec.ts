import { expect, test, type Page } from '@playwright/test';
import { LAYOUTS } from '@leadping/extension/test/fixtures/layouts';
import { PEOPLE, type Person } from '@leadping/extension/test/fixtures/people';
import { ADMIN } from '../test-stacks.ts';
import {
  buttonText,
  findButton,
  launchExtension,
  readTree,
  type ExtensionBrowser,
} from './extension/browser.ts';
import { extensionFolder } from './extension/variant.ts';
import { HOOKS, OTHER_HOOKS, SITE, startWorld, type World } from './extension/world.ts';
import { person } from './person.ts';
import { axeFor, RULES_OF_COLORS } from './serious-faults.ts';
import { runningPlatform, until } from '../platform.ts';

const MAYA = PEOPLE[0] as Person;
const MAX_TABS = 60;

let world: World;
let browser: ExtensionBrowser;
let key: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  world = await startWorld();
  world.show(`/in/${MAYA.slug}/`, LAYOUTS.ember(MAYA));
  const admin = person(runningPlatform());
  await admin.signIn(ADMIN.username, ADMIN.password);
  // Other tests may have published selectors. These tests use the built-in ones.
  await admin.call('/api/selectors', 'POST', { selectors: '{}' });
  const body = { email: `keyboard-${Date.now()}@example.com` };
  key = (await admin.call<{ licenseKey: string }>('/api/admin/licenses/manual', 'POST', body)).licenseKey;
  browser = await launchExtension({ world, folder: extensionFolder() });
  // Grants Chrome's own prompt, which is outside the page.
  await browser.allow(HOOKS, OTHER_HOOKS);
});
test.afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** The name of the focused element, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return null;
    const labels = (element as HTMLInputElement).labels ?? [];
    const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? '';
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isMarked = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    return { name, isVisible: isMarked && box.width > 0 && box.height > 0 };
  });

/**
 * Presses Tab to the end of the page, and then once through the page. @returns the names of the focused elements in
 * order.
 */
async function tabThrough(page: Page): Promise<string[]> {
  while (await focused(page)) await page.keyboard.press('Tab');
  const names: string[] = [];
  for (let press = 0; press < MAX_TABS; press += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (!at) break;
    expect(at, `${at.name} shows that it has the focus`).toMatchObject({ isVisible: true });
    names.push(at.name);
  }
  return names;
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < MAX_TABS; press += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page))?.name === name) return;
  }
  throw new Error(`Tab never comes to ${name}`);
}

const expectFocus = (page: Page, name: string) =>
  expect.poll(async () => (await focused(page))?.name).toBe(name);

async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = axeFor(page);
    if (colorScheme === 'dark') axe.withRules(RULES_OF_COLORS);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${state}, ${colorScheme}: ${id} ${nodes[0]?.html}`)).toEqual(
      [],
    );
  }
}

test('the onboarding works by keyboard only with a fault, the key, a webhook and the test, and moves focus and announcements from step to step', async () => {
  const page = await browser.open('onboarding');
  await expect(page.getByLabel('License key')).toBeVisible();
  await expectAccessible(page, 'onboarding without a key');
  const consent =
    'I understand that Leadping reads these personal data when I press Ping and sends them to my webhooks.';
  const disclosed = [consent, 'Privacy policy', 'Is this allowed on LinkedIn?'];
  expect(await tabThrough(page)).toEqual([
    ...disclosed,
    'License key',
    'Activate',
    'Where is my key?',
    'Get a license',
    'Try it for 7 days',
  ]);
  await tabTo(page, consent);
  await page.keyboard.press('Space');
  await expectFocus(page, 'License key');

  await page.keyboard.insertText(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'typing mistake' })).toBeVisible();
  await expectFocus(page, 'License key');
  await expect(page.getByLabel('License key')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'onboarding with a fault');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(key);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Tool');
  await expect(page.getByRole('status').first()).toHaveText('Done. Next: Add a webhook.');

  await page.keyboard.press('Tab');
  await page.keyboard.type('Sales CRM');
  await page.keyboard.press('Tab');
  await page.keyboard.type(`https://${HOOKS}/first`);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Send a test');
  await expect(page.getByRole('status').first()).toHaveText('Done. Next: Send a test.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Look for Maya Lindqvist' })).toBeVisible();
  await expectFocus(page, 'Send a test');
  expect(world.receivedAt('/first')).toHaveLength(1);
  await expectAccessible(page, 'onboarding at its end');
  expect(await tabThrough(page)).toEqual([...disclosed, 'Send a test', 'Open LinkedIn', 'Open settings']);
  await page.close();
});

test('the Ping button is reachable with Tab, shows its focus, reacts to Enter and Space, and announces the result', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${SITE}/in/${MAYA.slug}/`);
  await until('the button', async () => (await buttonText(page)) === 'Ping!');
  const { box, tag } = await until('the button', () => findButton(page));
  const clip = { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 };
  const before = await page.screenshot({ clip });
  const isFocused = () => page.evaluate((name) => document.activeElement?.localName === name, tag);
  for (let press = 0; press < MAX_TABS && !(await isFocused()); press += 1) await page.keyboard.press('Tab');
  expect(await isFocused()).toBe(true);
  expect((await page.screenshot({ clip })).equals(before), 'the focus is seen').toBe(false);

  const spoken = async () => (await readTree(page)).find(({ role }) => role === 'status')?.text;
  world.received.length = 0;
  await page.keyboard.press('Enter');
  await until('the voice', async () => (await spoken())?.startsWith('Pinged!'));
  expect(world.receivedAt('/first')).toHaveLength(1);
  // An empty live region, so that the same message is announced again at the next press.
  await until('the end of the message', async () => (await spoken()) === '');
  expect(await isFocused()).toBe(true);
  world.answer('/first', (_request, reply) => reply.writeHead(403).end());
  // Simulates a worker that is slow to read its data.
  const worker = await browser.worker();
  await worker.evaluate(() => {
    const { local } = chrome.storage;
    const real = local.get.bind(local) as (...args: unknown[]) => void;
    const held: unknown[][] = [];
    Object.assign(local, { get: (...args: unknown[]) => void held.push(args) });
    Object.assign(globalThis, {
      release: () => {
        Object.assign(local, { get: real });
        for (const args of held) real(...args);
      },
    });
  });
  await page.keyboard.press('Space');
  await until('a sign of the press', async () => (await buttonText(page)) === 'Sending…');
  expect(await spoken()).toBe('');
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  const foot = { x: 0, y: height - 160, width, height: 100 };
  const empty = await page.screenshot({ clip: foot });
  await worker.evaluate(() => (globalThis as unknown as { release: () => void }).release());
  await until('the voice of a failure', async () =>
    /^Answered 401 or 403\s*Sales CRM: A token in the URL/.test((await spoken()) ?? ''),
  );
  expect((await page.screenshot({ clip: foot })).equals(empty), 'what to do next is seen').toBe(false);
  const scan = await axeFor(page).include(tag).analyze();
  expect(scan.violations).toEqual([]);
  world.answer('/first', (_request, reply) => reply.writeHead(200).end());
  await page.close();
});

test('the popup is operable by keyboard in order, selects webhooks with Space, and keeps the focus when a part rerenders', async () => {
  const popup = await browser.open('popup');
  await popup.setViewportSize({ width: 360, height: 600 });
  await expect(popup.getByText('1 failed')).toBeVisible();
  await expectAccessible(popup, 'popup');
  expect(await popup.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const choose = `Sales CRM${HOOKS}`;
  expect(await tabThrough(popup)).toEqual([
    'History',
    'Settings',
    choose,
    'Details',
    'All seven details',
    'All seven details',
  ]);
  await tabTo(popup, choose);
  await popup.keyboard.press('Space');
  await expect(popup.getByText('Choose at least one')).toBeVisible();
  await expectFocus(popup, choose);
  await popup.keyboard.press('Space');
  await expect(popup.getByText('Choose at least one')).toHaveCount(0);
  await expectFocus(popup, choose);
  const settings = browser.context.waitForEvent('page');
  await tabTo(popup, 'Details');
  await popup.keyboard.press('Enter');
  const opened = await settings;
  expect(opened.url()).toContain('options.html#history');
  await opened.close();
  await popup.close();
});

test('popup and history show the seven values of a capture, and the history finds it by its company', async () => {
  const values = [
    MAYA.fullName,
    MAYA.jobTitle,
    MAYA.company,
    MAYA.location,
    new Intl.NumberFormat('en').format(MAYA.connections ?? 0),
    `${SITE}/in/${MAYA.slug}`,
    MAYA.email ?? 'not found',
  ];
  const popup = await browser.open('popup');
  // The newest capture is unfolded.
  await expect(popup.locator('details[open] dd')).toHaveText(values);
  await popup.close();

  const options = await browser.open('options');
  const search = options.getByRole('searchbox', { name: 'Search captures' });
  await search.fill('nobody');
  await expect(options.getByText('Nothing matches “nobody”.')).toBeVisible();
  await expect(options.getByText(MAYA.fullName)).toHaveCount(0);
  await search.fill(MAYA.company.toUpperCase());
  await expect(options.getByText(MAYA.fullName).first()).toBeVisible();
  await tabTo(options, 'All seven details');
  await options.keyboard.press('Enter');
  await expect(options.locator('details[open] dd')).toHaveText(values);
  await options.close();
});

test('the settings allow adding, canceling with Escape, editing, removing, sending again, exporting and the license by keyboard', async () => {
  const options = await browser.open('options');
  await expect(options.getByText('Devices, 1 of 5')).toBeVisible();
  await expectAccessible(options, 'settings');
  // On a narrow screen the table scrolls instead of the page.
  await options.setViewportSize({ width: 360, height: 800 });
  expect(
    await options.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0);
  await options.setViewportSize({ width: 1280, height: 720 });
  expect(await tabThrough(options)).toEqual([
    'Send a test to Sales CRM',
    'Edit Sales CRM',
    'Remove Sales CRM',
    'Add a webhook',
    'Refresh',
    'Remember who you already sentThe button then shows the date, and asks before a second send. This device keeps a code per profile for a year, no name. Switching it off deletes them.',
    'Keep sent captures hereFor 30 days, on this device only. Otherwise each is deleted when it was sent.',
    'Export CSV',
    'Send 1 failed again',
    'Clear history',
    'Search captures',
    'Captures',
    MAYA.fullName,
    'All seven details',
    `Send ${MAYA.fullName} again`,
    MAYA.fullName,
    'All seven details',
    `Send ${MAYA.fullName} again`,
    'Quiet modeLeadping puts nothing into pages. On a profile, the Leadping icon in the toolbar captures it.',
    'Check now',
    'Deactivate',
    'My Leadping',
  ]);

  await tabTo(options, 'Add a webhook');
  await options.keyboard.press('Enter');
  await expectFocus(options, 'Tool');
  await expectAccessible(options, 'settings with a form');
  await options.keyboard.press('Escape');
  await expectFocus(options, 'Add a webhook');
  await options.keyboard.press('Enter');
  await expectFocus(options, 'Tool');
  await options.keyboard.press('Tab');
  await options.keyboard.type('Archive');
  await options.keyboard.press('Tab');
  await options.keyboard.type(`https://${OTHER_HOOKS}/archive`);
  // Closed by default, opened with Enter.
  await tabTo(options, 'Field names');
  await options.keyboard.press('Enter');
  await tabTo(options, 'Job title');
  await options.keyboard.press('ControlOrMeta+A');
  await options.keyboard.type('title');
  await tabTo(options, 'Save');
  await options.keyboard.press('Enter');
  await expectFocus(options, 'Edit Archive');
  await expect(options.getByRole('status').first()).toHaveText('Archive is saved.');
  await options.keyboard.press('Enter');
  await expectFocus(options, 'Tool');
  await options.keyboard.press('Escape');
  await expectFocus(options, 'Edit Archive');

  options.once('dialog', (dialog) => void dialog.accept());
  await tabTo(options, 'Remove Archive');
  await options.keyboard.press('Enter');
  await expectFocus(options, 'Add a webhook');
  await expect(options.getByRole('status').first()).toHaveText('Archive is removed.');

  await tabTo(options, 'Export CSV');
  const download = options.waitForEvent('download');
  await options.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  world.received.length = 0;
  await tabTo(options, 'Send 1 failed again');
  await options.keyboard.press('Enter');
  await until('the lead', async () => world.receivedAt('/first').length === 1);

  await tabTo(options, 'Deactivate');
  await options.keyboard.press('Enter');
  await expect(options.getByLabel('License key')).toBeVisible();
  await expectAccessible(options, 'settings without a license');
  const popup = await browser.open('popup');
  await expect(popup.getByRole('heading', { name: 'Activate this browser' })).toBeVisible();
  await expectAccessible(popup, 'popup without a license');
  expect(await tabThrough(popup)).toEqual([
    'History',
    'Settings',
    'License key',
    'Activate',
    'Where is my key?',
    'Get a license',
    'Try it for 7 days',
  ]);
  await popup.close();
  await options.close();
});
