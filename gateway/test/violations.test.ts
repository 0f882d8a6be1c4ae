import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Violation } from '@leadping/contracts/gateway/violation-routes';
import { until } from '@leadping/test-kit/until';
import mongoose from 'mongoose';
import { violationModel, type ViolationModel } from '../src/violations/violation.model.ts';
import { aBuild, aShell } from './builds.ts';
import { OWN_ORIGIN, errorOf, startGateway, type CallOptions, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
let violations: ViolationModel;
let connection: mongoose.Connection;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [aShell(), aBuild({ name: 'mfe-storefront', routes: ['/', '/r/:slug'] })],
  });
  const dbName = `${gateway.config.DATABASE_PREFIX}gateway`;
  connection = await mongoose.createConnection(gateway.config.MONGODB_URI, { dbName }).asPromise();
  violations = violationModel(connection);
});
afterAll(async () => {
  await connection.close();
  await gateway.close();
});
beforeEach(async () => {
  await violations.deleteMany({});
});

/** The report address of a page that was just served. */
async function reportAddress(): Promise<string> {
  const { headers } = await gateway.call('/');
  return /report-uri (\S+)/.exec(String(headers['content-security-policy']))?.[1] ?? '';
}

const oldReport = (more: object = {}) => ({
  'csp-report': {
    'document-uri': `${OWN_ORIGIN}/r/anna-smith?email=anna@example.com#token`,
    referrer: 'https://mail.example/inbox/anna',
    'violated-directive': 'img-src',
    'effective-directive': 'img-src',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    'blocked-uri': 'https://tracker.example/pixel.gif?email=anna@example.com',
    'source-file': `${OWN_ORIGIN}/assets/mfe-storefront/1.0.0/main.1a2b.js?x=anna`,
    'script-sample': 'anna@example.com',
    ...more,
  },
});

async function send(body: unknown, options: CallOptions & { at?: string } = {}) {
  const { at = await reportAddress(), ...rest } = options;
  return gateway.call(at, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...rest,
    headers: { 'content-type': 'application/csp-report', ...rest.headers },
  });
}
const counted = async (expected: number) => {
  await until(async () => {
    const all = await violations.find({}).lean();
    return all.reduce((sum, { count }) => sum + count, 0) === expected;
  });
  return violations.find({}).lean();
};
const readList = async () => {
  const session = gateway.signIn({ role: 'admin' });
  const reply = await gateway.call('/api/admin/releases/violations', { session });
  return reply.json().violations as Violation[];
};

describe('a violation that a browser reports', () => {
  it('is counted by version and kind, without personal paths, query strings or samples', async () => {
    expect((await send(oldReport())).status).toBe(202);
    await send(oldReport());
    const [kept, ...others] = await counted(2);
    expect(others).toEqual([]);
    expect(kept).toEqual({
      _id: expect.any(String),
      day: new Date().toISOString().slice(0, 10),
      app: 'mfe-storefront',
      version: '1.0.0',
      directive: 'img-src',
      blocked: 'https://tracker.example',
      source: '/assets/mfe-storefront/1.0.0/main.1a2b.js',
      page: '/r/:slug',
      sink: '',
      disposition: 'enforce',
      expiresAt: expect.any(Date),
      count: 2,
    });
    expect(JSON.stringify(kept)).not.toContain('anna');
    expect(await readList()).toEqual([
      expect.objectContaining({ directive: 'img-src', count: 2, page: '/r/:slug', lastDay: kept?.day }),
    ]);
  });

  it('is accepted in the format of the Reporting API among other reports', async () => {
    const body = {
      documentURL: `${OWN_ORIGIN}/`,
      effectiveDirective: 'require-trusted-types-for',
      blockedURL: 'trusted-types-sink',
      sourceFile: null,
      sample: 'Element innerHTML|<b>anna@example.com</b>',
      disposition: 'report',
      lineNumber: 7,
    };
    const reports = [
      { type: 'csp-violation', age: 10, url: `${OWN_ORIGIN}/`, user_agent: 'x', body },
      { type: 'deprecation', body: { id: 'websql' } },
    ];
    expect((await send(reports, { headers: { 'content-type': 'application/reports+json' } })).status).toBe(
      202,
    );
    expect(await counted(1)).toMatchObject([
      {
        directive: 'require-trusted-types-for',
        blocked: 'trusted-types-sink',
        sink: 'Element innerHTML',
        page: '/',
        disposition: 'report',
      },
    ]);
  });

  it('is counted only by directive above a maximum number of kinds per version', async () => {
    const at = await reportAddress();
    const body = (nth: number) => ({
      type: 'csp-violation',
      body: {
        documentURL: `${OWN_ORIGIN}/`,
        effectiveDirective: nth % 2 ? 'img-src' : 'made-up',
        blockedURL: `https://n${nth}.example/`,
        disposition: 'enforce',
      },
    });
    await send(
      Array.from({ length: 58 }, (_, nth) => body(nth)),
      { at },
    );
    const kept = await counted(58);
    expect(kept.length).toBeLessThanOrEqual(52);
    expect(kept.filter(({ blocked }) => blocked === '(other)').length).toBeGreaterThan(0);
    expect(new Set(kept.map(({ directive }) => directive))).toEqual(new Set(['img-src', '(other)']));
  });
});

describe('a report that is not counted', () => {
  it.each([
    ['without the token of a page', { at: '/api/csp-reports' }, oldReport()],
    ['with a made-up token', { at: '/api/csp-reports?page=lq1.aaaaaaaaaaaaaaaa.bbbb' }, oldReport()],
    ["about another site's page", {}, oldReport({ 'document-uri': 'https://evil.example/' })],
    ["of a visitor's extension", {}, oldReport({ 'source-file': 'chrome-extension://abc/content.js' })],
  ])('%s', async (_what, options, body) => {
    expect((await send(body, options)).status).toBe(202);
    await send(oldReport({ 'effective-directive': 'font-src' }));
    expect(await counted(1)).toMatchObject([{ directive: 'font-src' }]);
  });

  it.each([
    ['no JSON', 'not json'],
    ['null', 'null'],
    ['an operator', { 'csp-report': { 'blocked-uri': { $gt: '' } } }],
    ['too many reports', Array.from({ length: 101 }, () => ({ type: 'csp-violation', body: {} }))],
  ])('is refused with %s', async (_what, body) => {
    expect(errorOf(await send(body))).toBe('400 VALIDATION_FAILED');
  });

  it('is refused if it is longer than 32 kB', async () => {
    expect(errorOf(await send({ filler: 'x'.repeat(40_000) }))).toBe('413 PAYLOAD_TOO_LARGE');
  });
});

describe('the list of violations', () => {
  it.each([
    ['nobody', undefined, '401 UNAUTHENTICATED'],
    ['support staff', { role: 'support' }, '403 FORBIDDEN'],
    ['a reseller', { role: 'reseller', resellerId: 'r1' }, '403 FORBIDDEN'],
  ] as const)('is not shown to %s', async (_who, actor, expected) => {
    const session = actor && gateway.signIn(actor);
    expect(errorOf(await gateway.call('/api/admin/releases/violations', session ? { session } : {}))).toBe(
      expected,
    );
  });
});
