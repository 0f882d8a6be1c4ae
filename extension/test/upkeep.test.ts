import { expect, it, jest } from '@jest/globals';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import { DAY_MS, type Delivery } from '../src/outbox/delivery.ts';

let rows: Delivery[] = [];

// Node has no IndexedDB; the browser's own is in e2e/test/extension-delivery.spec.ts.
jest.unstable_mockModule('../src/outbox/outbox.ts', () => ({
  requeue: async (matches: (row: Delivery) => boolean) => {
    rows = rows.map((row) => (matches(row) ? { ...row, nextAttemptAt: 0 } : row));
  },
  leaseDue: async ({ now }: { now: number }) =>
    rows.find(({ state, nextAttemptAt }) => state === 'waiting' && nextAttemptAt <= now),
  saveDelivery: async (saved: Delivery) => {
    rows = rows.map((row) => (row.id === saved.id ? saved : row));
  },
  removeDeliveries: async () => 0,
  postpone: async () => {},
  findNextDue: async () => null,
  countByState: async () => ({ waiting: 0, failed: 0 }),
}));
jest.unstable_mockModule('../src/captured/sent-people.ts', () => ({
  rememberPerson: async () => {},
  forgetOldPeople: async () => {},
}));
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  readLicenseState: async () => ({ status: 'active' }),
  recordTime: async () => {},
  // The platform is away; the clock is right again.
  checkClock: async () => 'unknown',
}));
Object.assign(globalThis, {
  __GATEWAY_URL__: 'https://leadping.example',
  __LICENSE_ROOT_KEY__: 'A'.repeat(43),
});
const { runUpkeep } = await import('../src/worker/upkeep.ts');

const rowDueIn = (id: string, ms: number): Delivery => ({
  id,
  pressId: id,
  configurationId: 'crm',
  configurationName: 'CRM',
  host: 'hooks.example.com',
  lead: SAMPLE_LEAD,
  capturedAt: Date.now(),
  state: 'waiting',
  attempts: 1,
  nextAttemptAt: Date.now() + ms,
  leasedBy: '',
  leaseUntil: 0,
  finishedAt: null,
  lastText: 'Answered 500 and above',
});

it('the upkeep ignores a retry time written while the clock was far ahead, but respects a pause of a day requested by a receiver', async () => {
  const configurations = [{ id: 'crm', url: 'https://hooks.example.com/leads', mapping: {} }];
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      if (url.startsWith('https://leadping.example')) throw new TypeError('Failed to fetch');
      return new Response(null, { status: 200 });
    },
    chrome: {
      action: { setBadgeText: () => {}, setBadgeBackgroundColor: () => {}, setTitle: () => {} },
      alarms: { create: () => {}, clear: () => {} },
      permissions: { contains: (_wanted: unknown, done: (has: boolean) => void) => done(true) },
      runtime: {},
      storage: {
        local: { get: (_keys: string[], done: (items: object) => void) => done({ configurations }) },
      },
    },
  });
  rows = [rowDueIn('ahead', 365 * DAY_MS), rowDueIn('asked', DAY_MS)];

  await runUpkeep();

  expect(rows).toMatchObject([
    { id: 'ahead', state: 'sent' },
    { id: 'asked', state: 'waiting' },
  ]);
});
