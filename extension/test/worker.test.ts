import { expect, it, jest } from '@jest/globals';
import { say } from './fake-texts.ts';
import type { PageReply } from '../src/messages.ts';

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
type Listener = (message: unknown, sender: object, reply: (reply: PageReply) => void) => boolean;
const PAGES = 'chrome-extension://id/';

it('a test send to Google Apps Script is sent unconfirmed and shows where to look', async () => {
  let listener: Listener | undefined;
  const event = { addListener: () => {} };
  Object.assign(globalThis, {
    __GATEWAY_URL__: 'https://leadping.example',
    __LICENSE_ROOT_KEY__: 'A'.repeat(43),
    __RELOAD_URL__: '',
    fetch: async () => ({ ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() }),
    chrome: {
      action: { onClicked: event },
      alarms: { onAlarm: event },
      permissions: {
        contains: (_wanted: unknown, done: (has: boolean) => void) => done(true),
        onAdded: event,
      },
      runtime: {
        id: 'id',
        getURL: (path: string) => PAGES + path,
        onInstalled: event,
        onMessage: { addListener: (added: Listener) => (listener = added) },
        onStartup: event,
      },
    },
  });
  await import('../src/worker/worker.ts');
  const url = 'https://script.google.com/macros/s/1/exec';
  const message = { type: 'test', configuration: { url, mapping: {} } };
  const reply = await new Promise<PageReply>((done) => {
    listener?.(message, { id: 'id', url: `${PAGES}options.html` }, done);
  });
  expect(reply.ok).toBe(true);
  expect(say([reply.text])).toMatch(/^Sent, unconfirmed\. .*Executions/);
});
