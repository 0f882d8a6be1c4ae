import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import type { LicenseState } from '../src/license/license-state.ts';
import { text } from '../src/text.ts';
import type { Delivery } from '../src/outbox/delivery.ts';
import { say } from './fake-texts.ts';

let rows: Delivery[] = [];
let isDiskFull = false;
let consentedAt: number | null | undefined;
let openedPages: string[] = [];
let isUnreadable = false;
let license: LicenseState;
const remembered = new Set<string>();
let lastCapture: number | null = null;

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
jest.unstable_mockModule('../src/captured/sent-people.ts', () => ({
  rememberPerson: async (slug: string) => {
    remembered.add(slug);
  },
  findLastCapture: async () => lastCapture,
}));
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  readLicenseState: async () => license,
}));
Object.assign(globalThis, {
  __GATEWAY_URL__: 'https://leadping.example',
  __LICENSE_ROOT_KEY__: 'A'.repeat(43),
});
const { saveCapture } = await import('../src/worker/capture.ts');
const { drain } = await import('../src/outbox/drain.ts');

const ACTIVE: LicenseState = { status: 'active', key: 'K', daysLeft: 30 };

describe('a press', () => {
  const configuration = { id: 'crm', name: 'CRM', url: '', preset: 'custom', mapping: {}, chosen: true };
  beforeEach(() => {
    rows = [];
    remembered.clear();
    lastCapture = null;
    isDiskFull = isUnreadable = false;
    license = ACTIVE;
    consentedAt = 1;
    openedPages = [];
    configuration.url = 'https://hooks.example.com/leads';
    configuration.preset = 'custom';
    const configurations = [configuration];
    Object.assign(globalThis, {
      fetch: async () => new Response(null, { status: 200 }),
      chrome: {
        alarms: { create: () => {}, clear: () => {} },
        permissions: { contains: (_wanted: unknown, done: (has: boolean) => void) => done(true) },
        tabs: { create: ({ url }: { url: string }) => openedPages.push(url) },
        runtime: { getManifest: () => ({ optional_host_permissions: [] }) },
        storage: {
          local: {
            get: (_keys: string[], done: (items: object) => void) => done({ configurations, consentedAt }),
          },
        },
      },
    });
  });
  const press = (options: Partial<Parameters<typeof saveCapture>[0]> = {}) =>
    saveCapture({
      pressId: 'press',
      lead: SAMPLE_LEAD,
      layout: '3fa9c01b',
      pressedAt: Date.now(),
      isPrivate: false,
      isConfirmed: false,
      ...options,
    });

  it('stays in the history, but leaves no data if it was made in an incognito window', async () => {
    expect(await press()).toMatchObject({ text: ['pinged'] });
    expect(rows).toMatchObject([{ state: 'sent' }]);
    expect([...remembered]).toEqual(['maya-lindqvist']);
    rows = [];
    remembered.clear();
    expect(await press({ isPrivate: true })).toMatchObject({ text: ['pinged'] });
    await Promise.resolve();
    expect(rows).toEqual([]);
    expect([...remembered]).toEqual([]);
  });

  it('on a person who was sent before asks once, and is sent after the confirmation', async () => {
    lastCapture = Date.now() - 1000;
    expect(await press()).toMatchObject({ state: 'ask', text: ['sendAgainQuestion'] });
    expect(rows).toEqual([]);
    expect(await press({ isConfirmed: true })).toMatchObject({ text: ['pinged'] });
    expect(rows).toHaveLength(1);
  });

  it('asks nothing if it is repeated because its worker died after sending', async () => {
    lastCapture = Date.now();
    expect(await press({ pressedAt: lastCapture - 5 })).toMatchObject({ text: ['pinged'] });
  });

  it('warns of a duplicate contact if HubSpot gets a person again without an email', async () => {
    lastCapture = Date.now() - 1000;
    configuration.preset = 'hubspot';
    const { detail } = await press({ lead: { ...SAMPLE_LEAD, email: null } });
    expect(detail).toEqual([['sentBeforeHubspot']]);
    expect((await press()).detail).toEqual([['sentBefore']]);
  });

  it.each([undefined, null])(
    'without consent (%s) sends nothing and opens the consent page',
    async (given) => {
      consentedAt = given;
      expect(await press()).toMatchObject({ state: 'refused', text: ['agreeFirst'] });
      expect(rows).toEqual([]);
      expect(openedPages).toEqual(['onboarding.html#consent']);
    },
  );

  it('is not kept if the disk is full, and shows what to do', async () => {
    isDiskFull = true;
    expect(await press()).toEqual({
      state: 'refused',
      text: ['notKept'],
      detail: [['notKeptDetail']],
    });
  });

  it.each([
    ['failed', 422],
    ['sent', 200],
  ] as const)('with gaps names them if it is %s', async (state, status) => {
    globalThis.fetch = async () => new Response(null, { status });
    const whole = await press();
    expect(whole.state).toBe(state);
    rows = [];
    const { detail } = await press({ lead: { ...SAMPLE_LEAD, company: '', email: null } });
    const gaps = text('notFound', text('gapAndGap', text('gapCompany'), text('gapEmail')));
    expect(detail).toEqual([...whole.detail, gaps, ['emailHint']]);
  });

  it.each([
    ['fullName', 'full name'],
    ['jobTitle', 'job title'],
    ['company', 'company'],
    ['location', 'location'],
    ['connections', 'connections'],
    ['profileUrl', 'profile URL'],
    ['email', 'email'],
  ] as const)('without %s names “%s” and no other detail', async (field, words) => {
    const isNumber = field === 'connections' || field === 'email';
    const { detail } = await press({ lead: { ...SAMPLE_LEAD, [field]: isNumber ? null : '' } });
    expect(say(detail.slice(0, 1))).toBe(`Leadping did not find: ${words}.`);
  });

  it('without a gap names no detail', async () => {
    expect((await press()).detail).toEqual([]);
  });

  it('with gaps names them if its delivery is unconfirmed', async () => {
    configuration.url = 'https://script.google.com/macros/s/1/exec';
    const redirect = { ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() };
    Object.assign(globalThis, { fetch: async () => redirect });
    const { detail } = await press({ lead: { ...SAMPLE_LEAD, company: '' } });
    expect(detail).toEqual([['appsScriptAdvice'], text('notFound', text('gapCompany'))]);
  });

  it('with gaps names them if nothing is known of its delivery', async () => {
    isUnreadable = true;
    const { detail } = await press({ lead: { ...SAMPLE_LEAD, company: '' } });
    expect(detail).toEqual([['keptDetail'], text('notFound', text('gapCompany'))]);
  });

  it('with gaps names them if the license could not be checked', async () => {
    license = { status: 'connect', key: 'K', detail: text('graceEnded') };
    const { detail } = await press({ lead: { ...SAMPLE_LEAD, company: '' } });
    expect(detail).toEqual([['graceEnded'], text('notFound', text('gapCompany'))]);
  });

  it('asks for no second press once it is stored, whatever fails later', async () => {
    isUnreadable = true;
    expect(await press()).toMatchObject({ state: 'kept', text: ['keptSendingLater'] });
    expect(rows).toHaveLength(1);
  });

  it('is kept with a message if the license could not be checked, and is sent once the license is active again', async () => {
    const detail = text('graceEnded');
    license = { status: 'connect', key: 'K', detail };
    expect(await press()).toEqual({ state: 'kept', text: ['keptSendingLater'], detail: [detail] });
    await drain();
    expect(rows).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    license = ACTIVE;
    await drain();
    expect(rows).toMatchObject([{ state: 'sent' }]);
  });

  it('that waits when the trial ends is kept, and is sent once a bought license is active', async () => {
    license = { status: 'connect', key: 'K', detail: text('graceEnded') };
    await press();
    license = { status: 'refused', key: 'K', code: 'TRIAL_ENDED', detail: text('trialEnded') };
    await drain();
    expect(rows).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    license = ACTIVE;
    await drain();
    expect(rows).toMatchObject([{ state: 'sent' }]);
  });

  it.each([
    [{ status: 'none' }, 'activateFirst'],
    [
      { status: 'refused', key: 'K', code: 'LICENSE_REVOKED', detail: text('licenseRevoked') },
      'licenseNeeded',
    ],
  ] satisfies [LicenseState, string][])(
    'under the license %j is not kept: %s [P1.06]',
    async (state, key) => {
      license = state;
      expect(await press()).toMatchObject({ state: 'refused', text: [key] });
      expect(rows).toEqual([]);
    },
  );

  it('for Google Apps Script is sent unconfirmed and shows where to look', async () => {
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
      text: ['sentUnconfirmed'],
      detail: [['appsScriptAdvice']],
    });
    expect(new Set(modes)).toEqual(new Set(['manual']));
    expect(rows).toMatchObject([{ state: 'unconfirmed' }]);
  });
});
