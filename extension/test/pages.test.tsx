import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { setUpUser } from '@leadping/test-kit/web/set-up-user';
import type { Configuration } from '../src/storage.ts';
import { text } from '../src/text.ts';
import { fakeTexts } from './fake-texts.ts';
import type { PageMessage, PageReply } from '../src/messages.ts';

const configuration = (id: string, name: string): Configuration => ({
  id,
  name,
  url: `https://${id}.example.com/`,
  preset: 'custom',
  mapping: {},
  chosen: true,
});
let configurations: Configuration[] = [];
let endWork = () => {};
let save = async () => {};
let released: string[] = [];
let people = 0;
let remembers = true;
/** Without Chrome's permission. */
let unreachable: Configuration[] = [];
/** What the person, or a policy, replies to the question for a permission. */
let isGranted = true;
/** What the worker says, once it does. */
let answer: (message: PageMessage) => PageReply | Promise<PageReply>;
const DEVICE = {
  deviceId: 'd1',
  deviceName: 'Office',
  lastUsedAt: '2026-11-01T10:00:00.000Z',
  isThisOne: false,
};

jest.unstable_mockModule('../src/messages.ts', () => ({
  requestWorker: async (message: PageMessage) =>
    message.type === 'list-devices' ? { ok: true, text: text('sent'), devices: [DEVICE] } : answer(message),
}));
jest.unstable_mockModule('../src/configurations/configuration.ts', () => ({
  MAX_NAME_LENGTH: 60,
  hostOf: (url: string) => new URL(url).host,
  readWebhookUrl: (url: string) => (url.includes('docs.google') ? { fault: text('deadGoogle') } : { url }),
  saveConfiguration: async () => save(),
  listConfigurations: async () => configurations,
  removeConfiguration: async (id: string) => {
    configurations = configurations.filter((one) => one.id !== id);
  },
}));
jest.unstable_mockModule('../src/configurations/host-permissions.ts', () => ({
  canRequestHosts: () => true,
  findUnreachable: async () => unreachable,
  releaseHostPermission: async (url: string) => {
    released.push(url);
  },
  requestHostPermissions: async () => isGranted,
}));
jest.unstable_mockModule('../src/outbox/outbox.ts', () => ({ requeue: async () => 0 }));
jest.unstable_mockModule('../src/captured/sent-people.ts', () => ({
  countPeople: async () => people,
  remembersPeople: async () => remembers,
  setRemembersPeople: async (isOn: boolean) => {
    remembers = isOn;
    if (!isOn) people = 0;
  },
  forgetPeople: async () => {
    people = 0;
  },
}));
jest.unstable_mockModule('../src/pages/history.ts', () => ({
  historySection: async () => document.createElement('p'),
}));
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  WARN_DAYS: 3,
  isSameLicense: () => true,
  readLicenseState: async () => ({ status: 'active', key: '7Q4K-M2XW', daysLeft: 30 }),
}));
let stored: object = {};
Object.assign(globalThis, {
  __GATEWAY_URL__: 'https://leadping.example',
  __LICENSE_ROOT_KEY__: 'A'.repeat(43),
  chrome: {
    ...fakeTexts(),
    runtime: {},
    storage: {
      onChanged: { addListener: () => {} },
      local: {
        get: (_keys: string[], done: (items: object) => void) => done(stored),
        set: (items: object, done: () => void) => {
          stored = { ...stored, ...items };
          done();
        },
      },
    },
  },
});

const user = setUpUser();
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  save = async () => {};
  released = [];
  unreachable = [];
  isGranted = true;
  stored = {};
  configurations = [configuration('crm', 'CRM'), configuration('sheet', 'Sheet')];
  answer = () => ({ ok: true, text: text('sent') });
});

async function openOptions(): Promise<void> {
  const ids = ['announcement', 'webhooks', 'memory', 'captures', 'profiles', 'license'].map(
    (id) => `<div id="${id}"></div>`,
  );
  document.body.innerHTML = `${ids.join('')}<button id="refresh">Refresh</button>`;
  jest.resetModules();
  await import('../src/pages/options.ts');
}

describe('the webhooks of the settings', () => {
  beforeEach(async () => {
    await openOptions();
    await screen.findByRole('button', { name: 'Edit CRM' });
  });

  it('keep a form open while the user types, disable the other buttons and explain why', async () => {
    await user.click(button('Edit CRM'));
    await user.type(await screen.findByLabelText('Name'), ' two');
    for (const name of ['Edit Sheet', 'Remove Sheet']) {
      const why = document.getElementById(button(name).getAttribute('aria-describedby') ?? '');
      expect(why?.textContent).toBe('Save or cancel the open webhook first.');
      await user.click(button(name));
    }
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('CRM two');
    expect(button('Remove Sheet')).toBeTruthy();
    await user.click(button('Cancel'));
    await waitFor(() => expect(button('Edit Sheet').getAttribute('aria-disabled')).toBeNull());
  });

  it('keep a form open when earlier work ends', async () => {
    globalThis.confirm = () => true;
    const work = new Promise<PageReply>(
      (resolve) => (endWork = () => resolve({ ok: true, text: text('sent') })),
    );
    answer = () => work;
    await user.click(button('Remove Sheet'));
    await user.click(button('Edit CRM'));
    await user.type(await screen.findByLabelText('Name'), ' two');
    endWork();
    await waitFor(() =>
      expect(document.getElementById('announcement')?.textContent).toBe('Sheet is removed.'),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('CRM two');
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Sheet' })).toBeNull());
  });
});

it("a webhook without Chrome's permission shows that in its row, even after a denied request", async () => {
  unreachable = configurations.slice(1);
  isGranted = false;
  await openOptions();
  const row = (await screen.findByText('Needs permission')).closest('li');
  await user.click(within(row!).getByRole('button', { name: 'Allow' }));
  await within(row!).findByText(/ask its administrator/);
  isGranted = true;
  unreachable = [];
  await user.click(within(row!).getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(screen.queryByText('Needs permission')).toBeNull());
});

it('a webhook that the browser cannot store stays in its form and shows the reason', async () => {
  save = () => Promise.reject(new Error('IO error: No space left on device'));
  const onSaved = jest.fn();
  const { webhookForm } = await import('../src/pages/webhook-form.ts');
  const [crm] = configurations;
  document.body.replaceChildren(webhookForm({ configuration: crm!, withMapping: false, onSaved }));
  await user.type(screen.getByLabelText('Name'), ' two');
  await user.click(button('Save'));
  await screen.findByText('It was not saved. Free some space on the disk, then press Save again.');
  expect(onSaved).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('CRM two');
  // Only a webhook that is there needs the permission.
  expect(released).toEqual([crm!.url]);
  save = async () => {};
  await user.click(button('Save'));
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
});

describe('a device of the license', () => {
  it('stays in the list with the reason if signing it out fails', async () => {
    answer = () => ({ ok: false, text: text('platformUnreachable') });
    const { licenseSection } = await import('../src/pages/license-section.ts');
    const redraw = jest.fn();
    document.body.replaceChildren(await licenseSection(redraw));
    const devices = within(screen.getByRole('list'));
    await user.click(devices.getByRole('button', { name: 'Sign Office out' }));
    await screen.findByText(/^Leadping could not be reached/);
    expect(redraw).not.toHaveBeenCalled();
    answer = () => ({ ok: true, text: text('sent') });
    await user.click(devices.getByRole('button', { name: 'Sign Office out' }));
    await waitFor(() => expect(redraw).toHaveBeenCalledTimes(1));
  });
});

it('a pasted address of a web page instead of a webhook is reported immediately', async () => {
  const { webhookForm } = await import('../src/pages/webhook-form.ts');
  document.body.replaceChildren(webhookForm({ withMapping: false, onSaved: () => {} }));
  const url = screen.getByLabelText('Webhook URL');
  await user.click(url);
  await user.paste('https://docs.google.com/spreadsheets/d/1');
  await user.tab();
  expect((await screen.findByText(/This is a Google document, not a webhook/)).getAttribute('role')).toBe(
    'alert',
  );
  expect(url.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
});

it('a saved webhook has one test button, which shows the result', async () => {
  answer = (message) => ({ ok: message.type === 'test', text: text('sentence', text('sent')) });
  await openOptions();
  await user.click(await screen.findByRole('button', { name: 'Send a test to CRM' }));
  await screen.findByText('Sent. Look for Maya Lindqvist in CRM.');
});

describe('the memory of people who were sent', () => {
  beforeEach(() => {
    people = 2;
    remembers = true;
  });

  it('is cleared after a confirmation, and stays if the user cancels', async () => {
    globalThis.confirm = () => false;
    await openOptions();
    await user.click(await screen.findByRole('button', { name: 'Forget 2 people' }));
    expect(people).toBe(2);
    globalThis.confirm = () => true;
    await user.click(screen.getByRole('button', { name: 'Forget 2 people' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Forget/ })).toBeNull());
    expect(people).toBe(0);
  });

  it('can be switched off, which also clears it', async () => {
    globalThis.confirm = () => true;
    await openOptions();
    await user.click(await screen.findByRole('checkbox', { name: /Remember who you already sent/ }));
    await waitFor(() => expect({ people, remembers }).toEqual({ people: 0, remembers: false }));
  });
});

it('quiet mode is a persistent setting', async () => {
  await openOptions();
  await user.click(await screen.findByRole('checkbox', { name: /Quiet mode/ }));
  expect(stored).toEqual({ isQuiet: true });
});
