import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import type { CaptureReply, PageReply } from '../src/messages.ts';
import { fakeStorage } from './fake-storage.ts';
import { say } from './fake-texts.ts';

// Node has no IndexedDB.
jest.unstable_mockModule('../src/outbox/drain.ts', () => ({
  drain: async () => {},
  forgetPauses: () => {},
  isOutboxAlarm: () => true,
  watchOutbox: () => {},
  setOutboxAlarm: () => {},
  forgetSent: async () => {},
  unanswered: new Set(),
}));
type Listener = (message: unknown, sender: object, reply: (reply: unknown) => void) => boolean;
const PAGES = 'chrome-extension://id/';
const PROFILE = {
  id: 'id',
  frameId: 0,
  tab: { incognito: false },
  url: 'https://www.linkedin.com/in/maya-lindqvist/',
};

let listener: Listener;
let storage: ReturnType<typeof fakeStorage>;
let reports: unknown[];

function useBrowser(): void {
  const event = { addListener: () => {} };
  storage = fakeStorage();
  reports = [];
  Object.assign(globalThis, {
    __GATEWAY_URL__: 'https://leadping.example',
    __LICENSE_ROOT_KEY__: 'A'.repeat(43),
    __RELOAD_URL__: '',
    fetch: async (url: string, { body }: { body: string }) => {
      if (url.startsWith('https://leadping.example')) {
        reports.push(JSON.parse(body));
        return new Response(null, { status: 202 });
      }
      return { ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() };
    },
  });
  Object.assign(chrome, {
    action: { onClicked: event },
    alarms: { onAlarm: event },
    permissions: {
      contains: (_wanted: unknown, done: (has: boolean) => void) => done(true),
      onAdded: event,
    },
    runtime: {
      id: 'id',
      getURL: (path: string) => PAGES + path,
      getManifest: () => ({ version: '0.2.0' }),
      onInstalled: event,
      onMessage: { addListener: (added: Listener) => (listener = added) },
      onStartup: event,
    },
  });
}

beforeAll(async () => {
  useBrowser();
  await import('../src/worker/worker.ts');
});
beforeEach(useBrowser);

/** Sends a message to the worker. @returns undefined if it takes no part in the conversation */
const send = <Reply>(message: unknown, sender: object): Promise<Reply | undefined> =>
  new Promise((done) => {
    if (!listener(message, sender, (reply) => done(reply as Reply))) done(undefined);
  });

it('a test send to Google Apps Script is sent unconfirmed and shows where to look', async () => {
  const url = 'https://script.google.com/macros/s/1/exec';
  const message = { type: 'test', configuration: { url, mapping: {} } };
  const reply = await send<PageReply>(message, { id: 'id', url: `${PAGES}options.html` });
  expect(reply?.ok).toBe(true);
  expect(say([reply?.text ?? []])).toMatch(/^Sent, unconfirmed\. .*Executions/);
});

it('a press on an unreadable page is reported as a failure of every field of its layout', async () => {
  storage.stored.license = { token: 'signed' };
  await send({ type: 'unreadable', layout: '3fa9c01b' }, PROFILE);
  const failures = { fullName: 1, jobTitle: 1, company: 1, location: 1, connections: 1 };
  const captures = [{ version: 0, layout: '3fa9c01b', presses: 1, failures }];
  expect(reports).toEqual([{ token: 'signed', extension: '0.2.0', captures }]);
});

describe('a capture that a page sends', () => {
  const message = {
    type: 'capture',
    id: '00000000-0000-4000-8000-000000000000',
    lead: SAMPLE_LEAD,
    layout: '3fa9c01b',
    pressedAt: 0,
    isConfirmed: false,
  };
  const capture = (change: object, sender: object = {}) =>
    send<CaptureReply | null>({ ...message, ...change }, { ...PROFILE, ...sender });

  it('is taken, and answered with what is missing', async () => {
    expect(await capture({})).toMatchObject({ state: 'refused', text: ['activateFirst'] });
  });

  it.each([
    ['without a name', { lead: { ...SAMPLE_LEAD, fullName: '' } }],
    [
      'with an address that is no profile',
      { lead: { ...SAMPLE_LEAD, profileUrl: 'https://www.linkedin.com/in/me' } },
    ],
    ['with a count that is a text', { lead: { ...SAMPLE_LEAD, connections: '500' } }],
    ['without a time', { pressedAt: undefined }],
    ['with an id of its own kind', { id: 'press' }],
  ])('is ignored %s', async (_what, change) => expect(await capture(change)).toBeFalsy());

  it.each([
    ['from another site', { url: 'https://www.linkedin.com.evil.example/in/maya-lindqvist/' }],
    ['from a frame', { frameId: 1 }],
    ['from another extension', { id: 'other' }],
    ['from no tab', { tab: undefined }],
  ])('is ignored %s', async (_what, sender) => expect(await capture({}, sender)).toBeFalsy());
});
