import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readConnections } from '../src/capture/connections.ts';
import { readLead, SAMPLE_LEAD } from '../src/capture/lead.ts';
import { profileUrlOf } from '../src/capture/profile-address.ts';
import { readWebhookUrl } from '../src/configurations/configuration.ts';
import { findMappingFault, writeBody } from '../src/configurations/map-lead.ts';
import { PRESETS } from '../src/configurations/presets.ts';
import type { Delivery } from '../src/outbox/delivery.ts';
import { adviceFor, readOutcome, waitAfter } from '../src/outbox/read-outcome.ts';
import { writeCsv } from '../src/pages/csv.ts';

describe('the count of connections', () => {
  it.each([
    ['500+ connections', 500],
    ['1,204 connections', 1204],
    ['1.204 Kontakte', 1204],
    ['1\u202f204 relations', 1204],
    ['१२,३४५ कनेक्शन', 12345],
    ['1,20,400', null],
    ['٥٠٠+ زميل', 500],
    ['1촌 500명 이상', 500],
    ['· 2촌', null],
    ['1.2K connections', null],
    ['1,5 contacts', null],
    ['2,345 followers', null],
    ['12 of 500 connections', null],
    ['3 mutual connections', null],
    ['', null],
  ])('%s is %s', (text, count) => expect(readConnections(text)).toBe(count));
});

describe('the URL of a webhook', () => {
  it.each([
    'http://hooks.example.com',
    'https://localhost/x',
    'https://localhost./x',
    'https://router./x',
    'https://nas.local./x',
    'https://printer.local/',
    'https://10.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://172.20.1.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://user:pass@hooks.example.com/',
    'javascript:alert(1)',
    'hooks.example.com/x',
    `https://hooks.example.com/${'x'.repeat(2000)}`,
    '',
  ])('%s is refused with a sentence', (url) =>
    expect(readWebhookUrl(url)).toEqual({ fault: expect.any(String) }),
  );

  it('of a tool is taken as it was pasted, without spaces around it', () => {
    expect(readWebhookUrl(' https://hooks.zapier.com/hooks/catch/1/a?b=c ')).toEqual({
      url: 'https://hooks.zapier.com/hooks/catch/1/a?b=c',
    });
    expect(readWebhookUrl('https://[2606:4700::1111]/x')).toHaveProperty('url');
  });
});

describe('the presets', () => {
  const guides = readdirSync(path.join(import.meta.dirname, '../../guides/docs'));

  it('has one for every tool that has a guide, and each leads to a guide', () => {
    const tools = guides.filter((file) => file.endsWith('-integration.mdx')).sort();
    expect(tools).toHaveLength(7);
    const led = Object.values(PRESETS).map(({ guide }) => `${guide}.mdx`);
    expect(led).toEqual(expect.arrayContaining(tools));
    expect(guides).toEqual(expect.arrayContaining(led));
  });
});

describe('a lead', () => {
  it('is written under the names of its mapping, and without the fields that have none [R-licenses.30]', () => {
    const body = JSON.parse(
      writeBody({ ...SAMPLE_LEAD, email: null }, { fullName: 'name', location: '' }),
    ) as object;
    expect(body).toEqual({
      name: 'Maya Lindqvist',
      jobTitle: 'VP of Sales',
      company: 'Northbeam Logistics',
      connections: 1204,
      profileUrl: SAMPLE_LEAD.profileUrl,
      email: null,
    });
  });

  it('carries its idempotency key in the body only where no header can', () => {
    expect(JSON.parse(writeBody(SAMPLE_LEAD, {}, 'press-1'))).toEqual({
      ...SAMPLE_LEAD,
      idempotencyKey: 'press-1',
    });
    expect(JSON.parse(writeBody(SAMPLE_LEAD, {}))).toEqual(SAMPLE_LEAD);
  });

  it('is not mapped twice to one name, nor to none at all', () => {
    expect(findMappingFault({})).toBeNull();
    expect(findMappingFault({ fullName: 'company' })).toMatch(/“company”/);
    expect(findMappingFault({ fullName: '__proto__' })).toMatch(/__proto__/);
    expect(findMappingFault({ fullName: 'idempotencyKey' })).toMatch(/idempotencyKey/);
  });

  it('may have an address of 60 Thai letters, nine characters each', () => {
    const profileUrl = profileUrlOf('สมชายใจดี'.repeat(7).slice(0, 60));
    expect(profileUrl).toHaveLength(28 + 60 * 9);
    expect(readLead({ ...SAMPLE_LEAD, profileUrl })).toEqual({ ...SAMPLE_LEAD, profileUrl });
  });

  it.each([
    ['a field of 1 MB', { ...SAMPLE_LEAD, fullName: 'x'.repeat(1_000_000) }],
    ['an address of 1 MB', { ...SAMPLE_LEAD, profileUrl: profileUrlOf('x'.repeat(1_000_000)) }],
    ['another site', { ...SAMPLE_LEAD, profileUrl: 'https://evil.example/in/maya' }],
    ['a count that is text', { ...SAMPLE_LEAD, connections: '500' }],
    ['nothing', null],
  ])('with %s is no lead', (_name, lead) => expect(readLead(lead)).toBeNull());
});

describe('the reply of a receiver', () => {
  const HOST = 'hooks.example.com';
  const reply = (status: number, headers: Record<string, string> = {}) =>
    readOutcome({ ok: status < 300, status, type: 'default', headers: new Headers(headers) }, HOST, 1000);

  it.each([
    [204, 'sent', 'Sent'],
    [302, 'failed', 'Answered with a redirect'],
    [400, 'failed', 'Answered 400'],
    [401, 'failed', 'Answered 401 or 403'],
    [403, 'failed', 'Answered 401 or 403'],
    [404, 'failed', 'Answered 404 or 410'],
    [408, 'retry', 'Answered 408'],
    [410, 'failed', 'Answered 404 or 410'],
    [425, 'retry', 'Answered 425'],
    [429, 'retry', 'Answered 429'],
    [500, 'retry', 'Answered 500 and above'],
    [503, 'retry', 'Answered 500 and above'],
  ])('%i is %s: %s', (status, kind, text) => expect(reply(status)).toEqual({ kind, text }));

  it.each([
    ['script.google.com', 'unconfirmed'],
    ['script.google.com.example.org', 'failed'],
    [HOST, 'failed'],
  ])('that is a redirect nobody can read is, of %s, %s', (host, kind) => {
    const redirect = { ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() } as const;
    expect(readOutcome(redirect, host, 1000)).toMatchObject({ kind });
  });

  it('blames the data only where the lead is not sent again', () => {
    const statuses = [400, 408, 422, 425, 429, 500];
    const blamed = statuses.filter((status) => /refused the data/.test(adviceFor(reply(status).text, HOST)));
    expect(blamed).toEqual([400, 422]);
    const promised = statuses.filter((status) => /sent again/.test(adviceFor(reply(status).text, HOST)));
    expect(promised).toEqual([408, 425, 429, 500]);
  });

  it('says when to come back, in seconds or as a date, at most a day ahead', () => {
    expect(reply(429, { 'retry-after': '7' }).retryAfterMs).toBe(7000);
    expect(reply(503, { 'retry-after': new Date(61_000).toUTCString() }).retryAfterMs).toBe(60_000);
    expect(reply(503, { 'retry-after': '99999999' }).retryAfterMs).toBe(24 * 3600_000);
    expect(reply(503, { 'retry-after': 'soon' }).retryAfterMs).toBeUndefined();
  });

  it('is waited for longer each time, up to an hour', () => {
    const waits = [1, 2, 3, 10, 50].map((attempts) => waitAfter(attempts, 0.5));
    expect(waits).toEqual([5000, 10_000, 20_000, 2_560_000, 3_600_000]);
  });
});

it('the CSV has one line for each press, quoted, and no live formula', () => {
  const delivery = {
    pressId: 'p',
    configurationName: 'CRM',
    state: 'sent',
    capturedAt: 0,
    lead: { ...SAMPLE_LEAD, fullName: '=HYPERLINK("x")', location: 'Bern, Switzerland', email: null },
  } as unknown as Delivery;
  expect(
    writeCsv([delivery, { ...delivery, configurationName: 'Sheet', state: 'failed' }]).split('\r\n'),
  ).toEqual([
    '\ufeffName,Title,Company,Location,Connections,Profile URL,Email,Captured at,Webhooks',
    `"'=HYPERLINK(""x"")",VP of Sales,Northbeam Logistics,"Bern, Switzerland",1204,${SAMPLE_LEAD.profileUrl},,1970-01-01T00:00:00.000Z,CRM: sent; Sheet: failed`,
    '',
  ]);
  for (const begin of ['=', '+', '-', '@', '\t', '\r']) {
    const lead = { ...delivery.lead, jobTitle: `${begin}1+1` };
    expect(writeCsv([{ ...delivery, lead }])).toContain(`'${begin}1+1`);
  }
});
