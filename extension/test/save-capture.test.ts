import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import type { LicenseState } from '../src/license/license-state.ts';
import type { Delivery } from '../src/outbox/delivery.ts';

let rows: Delivery[] = [];
let isDiskFull = false;
let isUnreadable = false;
let license: LicenseState;

// Node has no IndexedDB; the browser's own is in e2e/test/extension-delivery.spec.ts.
jest.unstable_mockModule('../src/outbox/outbox.ts', () => ({
  addDeliveries: async (added: readonly Delivery[]) => {
    if (isDiskFull) throw new DOMException('no room', 'QuotaExceededError');
    rows.push(...added);
  },
  leaseDue: async () => rows.find(({ state }) => state === 'waiting'),
  saveDelivery: async (saved: Delivery) => {
    rows = rows.map((row) => (row.id === saved.id ? saved : row));
  },
  listOfPress: async () => {
    if (isUnreadable) throw new Error('IndexedDB was closed');
    return rows;
  },
  countByState: async () => {
    throw new Error('IndexedDB was closed');
  },
  postpone: async () => {},
  removeDeliveries: async (matches: (row: Delivery) => boolean) => {
    rows = rows.filter((row) => !matches(row));
  },
  findNextDue: async () => null,
}));
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  readLicenseState: async () => license,
}));
Object.assign(globalThis, { __GATEWAY_URL__: 'https://leadping.example' });
const { saveCapture } = await import('../src/worker/capture.ts');
const { drain } = await import('../src/outbox/drain.ts');

const ACTIVE: LicenseState = { status: 'active', key: 'K', daysLeft: 30 };

describe('a press', () => {
  const configuration = { id: 'crm', name: 'CRM', url: '', mapping: {}, chosen: true };
  beforeEach(() => {
    rows = [];
    isDiskFull = isUnreadable = false;
    license = ACTIVE;
    configuration.url = 'https://hooks.example.com/leads';
    const configurations = [configuration];
    Object.assign(globalThis, {
      fetch: async () => new Response(null, { status: 200 }),
      chrome: {
        alarms: { create: () => {}, clear: () => {} },
        permissions: { contains: (_wanted: unknown, done: (has: boolean) => void) => done(true) },
        runtime: { getManifest: () => ({ optional_host_permissions: [] }) },
        storage: {
          local: { get: (_keys: string[], done: (items: object) => void) => done({ configurations }) },
        },
      },
    });
  });
  const press = (isPrivate = false) => saveCapture('press', SAMPLE_LEAD, isPrivate);

  it('stays in the history, and leaves nothing behind where it was made in an incognito window', async () => {
    expect(await press()).toMatchObject({ text: 'Pinged!' });
    expect(rows).toMatchObject([{ state: 'sent' }]);
    rows = [];
    expect(await press(true)).toMatchObject({ text: 'Pinged!' });
    await Promise.resolve();
    expect(rows).toEqual([]);
  });

  it('that finds no room on the disk is not kept, and says what to do', async () => {
    isDiskFull = true;
    expect(await press()).toEqual({
      state: 'refused',
      text: 'Not kept',
      detail: 'The disk is full. Free some space, then press again.',
    });
  });

  it('that was kept asks for no second one, whatever fails after it', async () => {
    isUnreadable = true;
    expect(await press()).toMatchObject({ state: 'kept', text: 'Kept, sending later' });
    expect(rows).toHaveLength(1);
  });

  it('under a license that could not be checked is kept, says so, and is sent once it is active again', async () => {
    license = { status: 'connect', key: 'K', detail: 'Please connect. Your captures are kept.' };
    expect(await press()).toEqual({ state: 'kept', text: 'Kept, sending later', detail: license.detail });
    await drain();
    expect(rows).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    license = ACTIVE;
    await drain();
    expect(rows).toMatchObject([{ state: 'sent' }]);
  });

  it.each([
    [{ status: 'none' }, 'Activate first'],
    [{ status: 'refused', key: 'K', code: 'LICENSE_REVOKED', detail: 'Revoked.' }, 'License needed'],
  ] satisfies [LicenseState, string][])(
    'under the license %j is not kept: %s [P1.06]',
    async (state, text) => {
      license = state;
      expect(await press()).toMatchObject({ state: 'refused', text });
      expect(rows).toEqual([]);
    },
  );

  it('to Google Apps Script is sent, unconfirmed, and says where to look', async () => {
    configuration.url = 'https://script.google.com/macros/s/1/exec';
    const redirect = { ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() };
    const modes: unknown[] = [];
    const fetch = async (_url: string, { redirect: mode }: RequestInit) => {
      modes.push(mode);
      return redirect;
    };
    Object.assign(globalThis, { fetch });
    expect(await press()).toEqual({
      state: 'unconfirmed',
      text: 'Sent, unconfirmed',
      detail: expect.stringMatching(/Executions.*Anyone/),
    });
    expect(new Set(modes)).toEqual(new Set(['manual']));
    expect(rows).toMatchObject([{ state: 'unconfirmed' }]);
  });
});
