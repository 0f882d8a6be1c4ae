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
import { adviceFor } from '../src/outbox/describe-outcome.ts';
import { readOutcome, waitAfter } from '../src/outbox/read-outcome.ts';
import { writeCsv } from '../src/pages/csv.ts';
import { say } from './fake-texts.ts';

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
    '',
  ])('%s is refused with a sentence', (url) =>
    expect(readWebhookUrl(url)).toEqual({ fault: [expect.stringMatching(/^url/)] }),
  );

  it('is rejected if it is longer than 2000 characters', () =>
    expect(readWebhookUrl(`https://hooks.example.com/${'x'.repeat(2000)}`)).toEqual({
      fault: ['urlLong', '2000'],
    }));

  it.each([
    ['https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0', 'deadGoogle'],
    ['https://script.google.com/home/projects/1AbC/edit', 'deadAppsScript'],
    ['https://script.google.com/macros/s/AKfy/dev', 'deadAppsScriptDev'],
    ['https://airtable.com/appX/tblY/viwZ', 'deadAirtable'],
    ['https://api.airtable.com/v0/appX/Leads', 'deadAirtable'],
    ['https://www.notion.so/team/Leads-1234', 'deadNotion'],
    ['https://team.notion.site/Leads-1234', 'deadNotion'],
    ['https://app.hubspot.com/contacts/123/objects/0-1/views/all/list', 'deadPage'],
    ['https://app-eu1.hubspot.com/workflows/123/platform/flow/4/edit', 'deadPage'],
    ['https://acme.lightning.force.com/lightning/o/Lead/list', 'deadPage'],
    ['https://acme.pipedrive.com/deals', 'deadPage'],
    ['https://app.pipedrive.com/auth/login', 'deadPage'],
    ['https://acme.monday.com/boards/123', 'deadPage'],
    ['https://zapier.com/editor/123/published', 'deadZapier'],
    ['https://zapier.com/app/zaps', 'deadZapier'],
    ['https://eu1.make.com/123/scenarios/456/edit', 'deadMake'],
    ['https://www.make.com/en/login', 'deadMake'],
    ['https://acme.app.n8n.cloud/workflow/12', 'deadN8n'],
    ['https://app.gohighlevel.com/v2/location/1/automation/workflows', 'deadPage'],
    ['https://acme.sharepoint.com/:x:/s/sales/Leads.xlsx', 'deadPage'],
    ['https://www.linkedin.com/in/maya-lindqvist', 'deadPage'],
    ['https://hooks.zapier.com/', 'deadPage'],
    ['https://slack.com', 'deadPage'],
    ['https://webhook.site/', 'deadPage'],
  ])('%s is a page for people: %s', (url, key) => {
    const reading = readWebhookUrl(url);
    expect('fault' in reading && reading.fault[0]).toBe(key);
  });

  it.each([
    'https://script.google.com/macros/s/AKfy/exec',
    'https://script.google.com/a/macros/acme.com/s/AKfy/exec',
    'https://hooks.airtable.com/workflows/v1/genericWebhook/app/wfl/wtr',
    'https://api.hubapi.com/your-webhook-address',
    'https://api-na1.hubapi.com/automation/v4/webhook-triggers/123/abc',
    'https://acme.my.salesforce-sites.com/services/apexrest/ping?token=1',
    'https://acme.my.salesforce.com/services/apexrest/ping',
    'https://acme.pipedrive.com/your-webhook-address',
    'https://hooks.monday.com/your-webhook-address',
    'https://hooks.zapier.com/hooks/catch/481516/2342abc/',
    'https://hook.eu1.make.com/abc',
    'https://hook.eu1.make.celonis.com/abc',
    'https://acme.app.n8n.cloud/webhook/abc',
    'https://services.leadconnectorhq.com/hooks/a/webhook-trigger/b',
    'https://prod-01.westeurope.logic.azure.com/workflows/a/triggers/manual/paths/invoke?sig=b',
    'https://hooks.slack.com/services/T/B/x',
    'https://webhook.site/0a1b',
    'https://leads.example.com/',
  ])('%s is taken', (url) => expect(readWebhookUrl(url)).toEqual({ url }));

  it('of a tool is accepted as pasted, without surrounding spaces', () => {
    expect(readWebhookUrl(' https://hooks.zapier.com/hooks/catch/1/a?b=c ')).toEqual({
      url: 'https://hooks.zapier.com/hooks/catch/1/a?b=c',
    });
    expect(readWebhookUrl('https://[2606:4700::1111]/x')).toHaveProperty('url');
  });
});

describe('the presets', () => {
  const guides = readdirSync(path.join(import.meta.dirname, '../../guides/docs'));

  it('has one for every tool with a guide, and each links to a guide', () => {
    const tools = guides.filter((file) => file.endsWith('-integration.mdx')).sort();
    expect(tools).toHaveLength(7);
    const led = Object.values(PRESETS).map(({ guide }) => `${guide}.mdx`);
    expect(led).toEqual(expect.arrayContaining(tools));
    expect(guides).toEqual(expect.arrayContaining(led));
  });
});

describe('a lead', () => {
  it('is written under its mapped names, without fields whose name is empty [R-licenses.30]', () => {
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

  it('carries its idempotency key in the body only if no header can carry it', () => {
    expect(JSON.parse(writeBody(SAMPLE_LEAD, {}, 'press-1'))).toEqual({
      ...SAMPLE_LEAD,
      idempotencyKey: 'press-1',
    });
    expect(JSON.parse(writeBody(SAMPLE_LEAD, {}))).toEqual(SAMPLE_LEAD);
  });

  it('is rejected by a mapping with duplicate or only empty names', () => {
    expect(findMappingFault({})).toBeNull();
    expect(findMappingFault({ fullName: 'company' })).toEqual(['fieldNameTwice', 'company']);
    expect(findMappingFault({ fullName: '__proto__' })).toEqual(['fieldNameReserved', '__proto__']);
    expect(findMappingFault({ fullName: 'idempotencyKey' })).toEqual(['fieldNameReserved', 'idempotencyKey']);
  });

  it('may have an address of 60 Thai letters with nine characters each', () => {
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
  ])('is rejected with %s', (_name, lead) => expect(readLead(lead)).toBeNull());
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
  ])('that is an unreadable redirect from %s counts as %s', (host, kind) => {
    const redirect = { ok: false, status: 0, type: 'opaqueredirect', headers: new Headers() } as const;
    expect(readOutcome(redirect, host, 1000)).toMatchObject({ kind });
  });

  it('leads to advice about the data only if the lead is not sent again', () => {
    const statuses = [400, 408, 422, 425, 429, 500];
    const advice = (status: number) => say([adviceFor(reply(status).text, HOST) ?? []]);
    const blamed = statuses.filter((status) => /refused the data/.test(advice(status)));
    expect(blamed).toEqual([400, 422]);
    const promised = statuses.filter((status) => /sent again/.test(advice(status)));
    expect(promised).toEqual([408, 425, 429, 500]);
  });

  it('with status 400 is retried if it sets Retry-After, or comes from Make, whose queue is then full', () => {
    const busy = { kind: 'retry', text: 'Answered 400, busy' };
    expect(reply(400, { 'retry-after': '7' })).toEqual({ ...busy, retryAfterMs: 7000 });
    const fromMake = { ok: false, status: 400, type: 'default', headers: new Headers() } as const;
    expect(readOutcome(fromMake, 'hook.eu2.make.com', 1000)).toEqual(busy);
    expect(readOutcome(fromMake, 'hook.eu1.make.celonis.com', 1000)).toEqual(busy);
    expect(readOutcome(fromMake, 'hooks.example.com', 1000, 'make')).toEqual(busy);
    expect(readOutcome(fromMake, 'hook.eu2.make.com', 1000, 'custom')).toEqual(busy);
    expect(readOutcome(fromMake, 'hooks.example.com', 1000, 'zapier').kind).toBe('failed');
    expect(readOutcome({ ...fromMake, status: 422 }, 'hook.eu2.make.com', 1000).kind).toBe('failed');
    expect(say([adviceFor('Answered 400, busy', HOST) ?? []])).toMatch(/busy; it is sent again/);
  });

  it('that is missing leads to advice about a possibly bad certificate', () => {
    expect(say([adviceFor('Could not be reached', HOST) ?? []])).toMatch(
      /when you open https:\/\/hooks\.example\.com in a tab, its certificate is not valid/,
    );
  });

  it('sets the next attempt in seconds or as a date, at most a day ahead', () => {
    expect(reply(429, { 'retry-after': '7' }).retryAfterMs).toBe(7000);
    expect(reply(503, { 'retry-after': new Date(61_000).toUTCString() }).retryAfterMs).toBe(60_000);
    expect(reply(503, { 'retry-after': '99999999' }).retryAfterMs).toBe(24 * 3600_000);
    expect(reply(503, { 'retry-after': 'soon' }).retryAfterMs).toBeUndefined();
  });

  it('leads to increasing delays of up to an hour', () => {
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
  for (const begin of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
    const lead = { ...delivery.lead, jobTitle: `${begin}1+1` };
    expect(writeCsv([{ ...delivery, lead }])).toContain(`'${begin}1+1`);
    // Where a spreadsheet separates by semicolons, the rest of a value is a cell of its own.
    for (const before of ['CEO;', 'CEO; ', 'CEO;"', 'CEO\n', 'CEO\t']) {
      const csv = writeCsv([{ ...delivery, lead: { ...lead, jobTitle: `${before}${begin}1+1` } }]);
      const cells = csv.split(/[;\t\r\n]/).map((cell) => cell.replace(/^["\s]+/, ''));
      expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    }
  }
});
