import { beforeAll, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { LicenseState } from '../src/license/license-state.ts';

let state: LicenseState;
let waiting = 0;
let isSiteAllowed = true;
/** What the person, or a policy, replies to the question for a permission. */
let isGranted = true;
let configurations: { id: string; name: string; url: string; chosen: boolean }[] = [];
/** Draws the popup as it does when something in the storage has changed. */
let changeStorage = () => {};
const counted = jest.fn(async () => ({ waiting, failed: 0 }));

jest.unstable_mockModule('../src/messages.ts', () => ({
  requestWorker: async () => ({ ok: false, text: 'Leadping could not be reached.' }),
}));
jest.unstable_mockModule('../src/configurations/configuration.ts', () => ({
  hostOf: (url: string) => new URL(url).host,
  chooseConfiguration: async () => {},
  listConfigurations: async () => configurations,
}));
jest.unstable_mockModule('../src/configurations/host-permissions.ts', () => ({
  findUnreachable: async () => (isGranted ? [] : configurations),
  isSiteAllowed: async () => isSiteAllowed,
  requestHostPermissions: async () => isGranted,
  requestSite: async () => (isSiteAllowed = isGranted),
}));
jest.unstable_mockModule('../src/outbox/outbox.ts', () => ({
  countByState: counted,
  listNewest: async () => [],
  requeue: async () => 0,
}));
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  WARN_DAYS: 3,
  readLicenseState: async () => state,
}));
Object.assign(globalThis, {
  __GATEWAY_URL__: 'https://leadping.example',
  chrome: { storage: { onChanged: { addListener: (listener: () => void) => (changeStorage = listener) } } },
});

const user = userEvent.setup();

beforeAll(async () => {
  state = { status: 'none' };
  document.body.innerHTML =
    '<button id="options"></button><button id="history"></button><main id="content"></main>';
  await import('../src/pages/popup.ts');
});

/** Lets the popup look again, at captures that have come meanwhile. */
async function captureMeanwhile(): Promise<void> {
  waiting += 1;
  const before = counted.mock.calls.length;
  changeStorage();
  await waitFor(() => expect(counted.mock.calls.length).toBeGreaterThan(before));
  // What it draws comes with the promises that are settled already.
  await new Promise((resolve) => setTimeout(resolve));
}

it('keeps the key that is being pasted while captures come', async () => {
  const key = await screen.findByLabelText<HTMLInputElement>('License key');
  await user.type(key, '7Q4K');
  await captureMeanwhile();
  expect(screen.getByLabelText<HTMLInputElement>('License key').value).toBe('7Q4K');
});

it('keeps what a check said while captures come', async () => {
  state = { status: 'connect', key: '7Q4K-M2XW', detail: 'Connect once.' };
  changeStorage();
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  await screen.findByText('Leadping could not be reached.');
  await captureMeanwhile();
  expect(screen.getByText('Leadping could not be reached.')).toBeTruthy();
});

it('says that Chrome keeps the button away from the site, until it is allowed there', async () => {
  isSiteAllowed = false;
  state = { status: 'active', key: '7Q4K-M2XW', daysLeft: 30 };
  changeStorage();
  await user.click(await screen.findByRole('button', { name: 'Allow on LinkedIn' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Access to LinkedIn' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'Where do your leads go?' })).toBeTruthy();
});

it.each(['Allow on LinkedIn', 'Allow'])(
  'says what to do where the press on “%s” gains nothing',
  async (name) => {
    state = { status: 'active', key: '7Q4K-M2XW', daysLeft: 30 };
    isSiteAllowed = name === 'Allow';
    isGranted = false;
    configurations = [{ id: 'c1', name: 'CRM', url: 'https://hooks.example.com/a', chosen: true }];
    changeStorage();
    const button = await screen.findByRole('button', { name });
    await user.click(button);
    await screen.findByText(/ask its administrator/);
    isGranted = true;
    await user.click(button);
    await waitFor(() => expect(screen.queryByText(/ask its administrator/)).toBeNull());
  },
);
