import { beforeAll, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { setUpUser } from '@leadping/test-kit/web/set-up-user';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import { text } from '../src/text.ts';
import { fakeTexts } from './fake-texts.ts';
import type { Delivery } from '../src/outbox/delivery.ts';
import type { LicenseState } from '../src/license/license-state.ts';

let state: LicenseState;
let waiting = 0;
let isAgreed = true;
let consentPages = 0;
let newest: Delivery[] = [];
let isSiteAllowed = true;
/** What the person, or a policy, replies to the question for a permission. */
let isGranted = true;
let configurations: { id: string; name: string; url: string; chosen: boolean }[] = [];
/** Draws the popup as it does when something in the storage has changed. */
let changeStorage = () => {};
const counted = jest.fn(async () => ({ waiting, failed: 0 }));

jest.unstable_mockModule('../src/messages.ts', () => ({
  requestWorker: async () => ({ ok: false, text: text('platformUnreachable') }),
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
jest.unstable_mockModule('../src/consent.ts', () => ({
  hasConsent: async () => isAgreed,
  openConsentPage: () => (consentPages += 1),
}));
jest.unstable_mockModule('../src/outbox/outbox.ts', () => ({
  countByState: counted,
  listNewest: async () => newest,
  requeue: async () => 0,
}));
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  WARN_DAYS: 3,
  readLicenseState: async () => state,
}));
Object.assign(globalThis, {
  __GATEWAY_URL__: 'https://leadping.example',
  __LICENSE_ROOT_KEY__: 'A'.repeat(43),
  chrome: {
    ...fakeTexts(),
    storage: { onChanged: { addListener: (listener: () => void) => (changeStorage = listener) } },
  },
});

const user = setUpUser();

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

it('the popup keeps a key that is being pasted while captures arrive', async () => {
  const key = await screen.findByLabelText<HTMLInputElement>('License key');
  await user.type(key, '7Q4K');
  await captureMeanwhile();
  expect(screen.getByLabelText<HTMLInputElement>('License key').value).toBe('7Q4K');
});

it('the popup keeps the result of a check while captures arrive', async () => {
  state = { status: 'connect', key: '7Q4K-M2XW', detail: text('connectOnce') };
  changeStorage();
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  await screen.findByText(/^Leadping could not be reached/);
  await captureMeanwhile();
  expect(screen.getByText(/^Leadping could not be reached/)).toBeTruthy();
});

it('the popup reports that Chrome blocks the button on the site, until access is allowed', async () => {
  isSiteAllowed = false;
  state = { status: 'active', key: '7Q4K-M2XW', daysLeft: 30 };
  changeStorage();
  await user.click(await screen.findByRole('button', { name: 'Allow on LinkedIn' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Access to LinkedIn' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'Where do your leads go?' })).toBeTruthy();
});

it.each(['Allow on LinkedIn', 'Allow'])(
  'the popup shows what to do if the press on “%s” changes nothing',
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

it('the popup asks for the consent that is required for sending', async () => {
  state = { status: 'active', key: '7Q4K-M2XW', daysLeft: 30 };
  isAgreed = false;
  changeStorage();
  await user.click(await screen.findByRole('button', { name: 'Read and agree' }));
  expect(consentPages).toBe(1);
  isAgreed = true;
  changeStorage();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Read and agree' })).toBeNull());
});

it('the popup shows all seven values of the newest capture, and which fields were not found', async () => {
  const lead = { ...SAMPLE_LEAD, company: '', email: null };
  newest = [{ id: 'p/crm', pressId: 'p', lead, capturedAt: 0, state: 'sent' } as Delivery];
  changeStorage();
  const list = (await screen.findByText('All seven details')).closest('details');
  const shown = [...(list?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent);
  expect(shown).toEqual([
    'Maya Lindqvist',
    'VP of Sales',
    'not found',
    'Copenhagen, Denmark',
    '1,204',
    lead.profileUrl,
    'not found',
  ]);
  expect(list?.open).toBe(true);
});
