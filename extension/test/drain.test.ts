import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import type { Delivery } from '../src/outbox/delivery.ts';
import type { leaseDue } from '../src/outbox/outbox.ts';

const HOUR_MS = 3600_000;
let rows: Delivery[] = [];
let isDiskFull = false;

// Node has no IndexedDB; the browser's own is in e2e/test/extension-delivery.spec.ts.
jest.unstable_mockModule('../src/outbox/outbox.ts', () => ({
  leaseDue: async ({ now, leaseMs, isFree }: Parameters<typeof leaseDue>[0]) => {
    if (isDiskFull) throw new DOMException('no room', 'QuotaExceededError');
    const due = rows.find(
      ({ state, nextAttemptAt, leaseUntil, configurationId }) =>
        state === 'waiting' && nextAttemptAt <= now && leaseUntil <= now && isFree(configurationId),
    );
    if (!due) return undefined;
    await saveDelivery({ ...due, attempts: due.attempts + 1, leaseUntil: now + leaseMs });
    return rows.find(({ id }) => id === due.id);
  },
  saveDelivery,
  findNextDue: async () => null,
  postpone: async () => {},
  removeDeliveries: async () => 0,
}));
jest.unstable_mockModule('../src/captured/sent-people.ts', () => ({
  rememberPerson: async () => {},
}));
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  readLicenseState: async () => ({ status: 'active' }),
}));
const { drain, forgetPauses } = await import('../src/outbox/drain.ts');
const { SEND_TIMEOUT_MS } = await import('../src/outbox/send-lead.ts');

async function saveDelivery(row: Delivery): Promise<void> {
  rows = rows.map((one) => (one.id === row.id ? row : one));
}

/** A row that failed so often that one more failure puts it an hour off. */
const row = (): Delivery => ({
  id: 'press/crm',
  pressId: 'press',
  configurationId: 'crm',
  configurationName: 'CRM',
  host: 'hooks.example.com',
  lead: SAMPLE_LEAD,
  capturedAt: 0,
  state: 'waiting',
  attempts: 12,
  nextAttemptAt: 0,
  leasedBy: '',
  leaseUntil: 0,
  finishedAt: null,
  lastText: 'Could not be reached',
});

describe('a row that failed twelve times', () => {
  let isAllowed: boolean;
  let isOnline: boolean;
  let calls: number;
  beforeEach(() => {
    rows = [row()];
    isAllowed = isOnline = true;
    calls = 0;
    forgetPauses();
    const configurations = [{ id: 'crm', url: 'https://hooks.example.com/leads', mapping: {} }];
    Object.defineProperty(globalThis, 'navigator', {
      configurable: true,
      value: {
        userAgent: 'Chrome/150',
        get onLine() {
          return isOnline;
        },
      },
    });
    Object.assign(globalThis, {
      fetch: async () => {
        if (!isOnline) throw new TypeError('Failed to fetch');
        calls += 1;
        return new Response(null, { status: calls === 1 ? 503 : 200 });
      },
      chrome: {
        alarms: { create: () => {}, clear: () => {} },
        permissions: { contains: (_wanted: unknown, done: (has: boolean) => void) => done(isAllowed) },
        runtime: { getManifest: () => ({ optional_host_permissions: [] }) },
        storage: {
          local: { get: (_keys: string[], done: (items: object) => void) => done({ configurations }) },
        },
      },
    });
  });

  it.each([
    ['without Chrome’s permission', () => (isAllowed = false), 'Chrome’s permission is missing'],
    ['without a connection', () => (isOnline = false), 'Could not be reached'],
  ])(
    'stays due %s without counting attempts, and is sent once the problem is fixed',
    async (_name, breaks, lastText) => {
      breaks();
      for (let look = 0; look < 5; look += 1) {
        forgetPauses();
        await drain();
      }
      expect(rows).toEqual([{ ...row(), leasedBy: expect.any(String), lastText }]);
      expect(calls).toBe(0);
      isAllowed = isOnline = true;
      calls = 1;
      forgetPauses();
      await drain();
      expect(rows).toEqual([expect.objectContaining({ state: 'sent', attempts: 13 })]);
    },
  );

  it('waits an hour for a failing receiver, even if local problems are fixed', async () => {
    await drain();
    forgetPauses();
    await drain();
    expect(calls).toBe(1);
    const [{ nextAttemptAt }] = rows as [Delivery];
    expect(nextAttemptAt).toBeGreaterThan(Date.now() + HOUR_MS / 2);
  });

  it('stays due if it cannot be leased, and reports no error for the stored press', async () => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    isDiskFull = true;
    await drain();
    expect(logged).toHaveBeenCalledWith('drain failed', expect.any(DOMException));
    logged.mockRestore();
    isDiskFull = false;
    calls = 1;
    await drain();
    expect(rows).toEqual([expect.objectContaining({ state: 'sent' })]);
  });

  it.each([404, 503])(
    'is sent to the corrected address if the address changes while the old one replies with %d',
    async (status) => {
      const configuration = { id: 'crm', url: 'https://old.example.com/leads', mapping: {} };
      const get = (_keys: string[], done: (items: object) => void) =>
        done({ configurations: [{ ...configuration }] });
      Object.assign(chrome.storage.local, { get });
      const called: string[] = [];
      const fetch = async (url: string) => {
        called.push(url);
        const isOld = url.startsWith('https://old.');
        // As the form does: the row is due, and what was learned of the address is forgotten.
        configuration.url = 'https://new.example.com/leads';
        rows = rows.map((one) => ({ ...one, nextAttemptAt: 0 }));
        forgetPauses();
        return new Response(null, { status: isOld ? status : 200 });
      };
      Object.assign(globalThis, { fetch });

      await drain();

      expect(called).toEqual(['https://old.example.com/leads', 'https://new.example.com/leads']);
      expect(rows).toEqual([expect.objectContaining({ state: 'sent', attempts: 13 })]);
    },
  );

  it.each(['0', new Date(0).toUTCString()])(
    'blocks the rest of its queue after Retry-After: %s',
    async (value) => {
      rows = Array.from({ length: 20 }, (_, press) => ({
        ...row(),
        id: `${press}/crm`,
        pressId: String(press),
        attempts: 0,
      }));
      const fetch = async () => {
        calls += 1;
        return new Response(null, { status: 503, headers: { 'retry-after': value } });
      };
      Object.assign(globalThis, { fetch });
      await drain();
      // As many as are sent at once.
      expect(calls).toBeLessThanOrEqual(6);
    },
  );

  it.each([
    ['make', 'waiting'],
    ['custom', 'failed'],
  ])('of a webhook with the preset %s is %s after the answer 400', async (preset, state) => {
    const configurations = [{ id: 'crm', url: 'https://hooks.example.com/leads', mapping: {}, preset }];
    const get = (_keys: string[], done: (items: object) => void) => done({ configurations });
    Object.assign(chrome.storage.local, { get });
    Object.assign(globalThis, { fetch: async () => new Response(null, { status: 400 }) });
    await drain();
    expect(rows).toMatchObject([{ state }]);
  });

  it('is not sent again immediately after a timeout, and reports that it may have arrived', async () => {
    Object.assign(navigator, { userAgent: 'Chrome/101' });
    isAllowed = false;
    let calls = 0;
    const hangs = async () => {
      calls += 1;
      throw new DOMException('too late', 'AbortError');
    };
    Object.assign(globalThis, { fetch: hangs });
    await drain();
    expect(calls).toBe(1);
    expect(rows[0]).toMatchObject({ state: 'waiting', lastText: 'Did not reply in 15 seconds' });
  });

  it('is leased for the duration of its two requests below Chrome 102', async () => {
    Object.assign(navigator, { userAgent: 'Chrome/101' });
    isAllowed = false;
    const startedAt = Date.now();
    const leases: number[] = [];
    const hangs = async () => {
      leases.push((rows[0]?.leaseUntil ?? 0) - startedAt);
      throw new TypeError('refused');
    };
    Object.assign(globalThis, { fetch: hangs });
    await drain();
    expect(leases).toHaveLength(2);
    expect(Math.min(...leases)).toBeGreaterThan(2 * SEND_TIMEOUT_MS);
  });
});

describe('a receiver without a reply', () => {
  const hosts = ['slow', 'slow-2', 'slow-3', 'slow-4', 'crm', 'sheet'];
  const rowFor = (configurationId: string, pressId: string): Delivery => ({
    ...row(),
    id: `${pressId}/${configurationId}`,
    pressId,
    configurationId,
    attempts: 0,
  });
  let fetched: string[];
  let onFetch: () => void;
  let answer: () => void;
  beforeEach(() => {
    rows = [];
    fetched = [];
    forgetPauses();
    const silence = new Promise<void>((resolve) => (answer = resolve));
    const configurations = hosts.map((id) => ({ id, url: `https://${id}.example.com/leads`, mapping: {} }));
    Object.assign(globalThis, {
      fetch: async (url: string) => {
        const [host = ''] = new URL(url).host.split('.', 1);
        fetched.push(host);
        onFetch();
        if (host.startsWith('slow')) await silence;
        return new Response(null, { status: 200 });
      },
      chrome: {
        alarms: { create: () => {}, clear: () => {} },
        permissions: { contains: (_wanted: unknown, done: (has: boolean) => void) => done(true) },
        runtime: {},
        storage: {
          local: { get: (_keys: string[], done: (items: object) => void) => done({ configurations }) },
        },
      },
    });
  });
  /** Adds rows and sends; `called` resolves once so many calls were made. */
  const press = (pressId: string, ids: string[], calls: number) => {
    rows = [...rows, ...ids.map((id) => rowFor(id, pressId))];
    const called = new Promise<void>((resolve) => {
      onFetch = () => fetched.length === calls && resolve();
    });
    return { run: drain(), called };
  };

  it('does not delay other receivers, and gets two new captures at a time', async () => {
    const first = press('1', ['slow'], 1);
    await first.called;
    await press('2', ['slow', 'crm'], 3).called;
    const last = press('3', ['slow', 'sheet'], 4);
    await last.called;
    expect(fetched).toEqual(['slow', 'slow', 'crm', 'sheet']);

    answer();
    await Promise.all([first.run, last.run]);
    expect(rows.map(({ state }) => state)).toEqual(Array.from(rows, () => 'sent'));
    expect(fetched).toHaveLength(rows.length);
  }, 5000);

  it('takes at most one of the six concurrent requests, however many presses arrive', async () => {
    const slow = hosts.filter((id) => id.startsWith('slow'));
    await press('1', slow, 4).called;
    await press('2', slow, 6).called;
    const last = press('3', ['crm'], 7);
    await new Promise(setImmediate);
    expect(fetched).toHaveLength(6);

    answer();
    await last.run;
    expect(fetched).toHaveLength(9);
  }, 5000);
});
