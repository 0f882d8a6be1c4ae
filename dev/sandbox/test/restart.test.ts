import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type RunningSandbox } from '../src/start-sandbox.ts';
import { callAt, sessionParams, stripeAt, until } from './kit.ts';

describe('a sandbox with a data folder', () => {
  let dataFolder: string;
  let sandbox: RunningSandbox;
  const call = (method: string, path: string, body?: unknown) => callAt(sandbox.url, method, path, body);
  const stripe = () => stripeAt(sandbox.port, 'sk_test_restarted');
  const restart = async (between: () => Promise<void> = async () => {}) => {
    await sandbox.stop();
    await between();
    sandbox = await startSandbox({ port: 0, dataFolder });
  };

  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    sandbox = await startSandbox({ port: 0, dataFolder });
  });
  afterEach(async () => {
    await sandbox.stop();
    await rm(dataFolder, { recursive: true });
  });

  it('still has its payments, mails and saved replies after a restart', async () => {
    const options = { idempotencyKey: 'once' };
    const { id } = await stripe().checkout.sessions.create(sessionParams(), options);
    await call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: 'paid' });
    await fetch(`${sandbox.url}/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-postmark-server-token': 'token' },
      body: JSON.stringify({ From: 'a@b.co', To: 'jane@example.com', Subject: 'Key', TextBody: 'ABCD' }),
    });
    await restart();

    expect(await stripe().checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
    expect((await stripe().events.list()).data[0]!.type).toBe('checkout.session.completed');
    expect((await stripe().checkout.sessions.create(sessionParams(), options)).id).toBe(id);
    expect((await call('GET', '/mailbox?to=jane@example.com')).body).toMatchObject([{ subject: 'Key' }]);
    expect(
      (await stripe().refunds.create({ charge: (await stripe().charges.list()).data[0]!.id })).status,
    ).toBe('succeeded');
  });

  it('sends the deliveries that were unfinished before a restart', async () => {
    await call('PUT', '/sandbox/webhooks/retries', { delaysMs: [60_000] });
    await call('PUT', '/sandbox/accounts/sk_test_restarted/webhook', {
      url: `${sandbox.url}/hooks/first`,
      enabled_events: ['checkout.session.completed'],
    });
    await call('PUT', '/hooks/first', { status: 500 });
    const { id } = await stripe().checkout.sessions.create(sessionParams());
    await call('POST', `/pay/${id}`, { email: 'jane@example.com', outcome: 'paid' });
    const deliveries = async () =>
      (await call('GET', '/sandbox/deliveries')).body as { status: string; attempts: unknown[] }[];
    await until(deliveries, ([delivery]) => delivery?.attempts.length === 1);

    await restart(async () => {
      // Simulates the end of the minute before the next attempt.
      const file = join(dataFolder, 'sandbox.jsonl');
      const journal = await readFile(file, 'utf8');
      await writeFile(file, journal.replaceAll(/"nextAttemptAt":\d+/g, '"nextAttemptAt":0'));
    });
    const tried = await until(deliveries, ([delivery]) => (delivery?.attempts.length ?? 0) >= 2);
    expect(tried).toHaveLength(1);
  });

  it('expires the sessions whose time has ended', async () => {
    const { id } = await stripe().checkout.sessions.create(sessionParams());
    await restart(async () => {
      const file = join(dataFolder, 'sandbox.jsonl');
      const journal = await readFile(file, 'utf8');
      await writeFile(file, journal.replaceAll(/"expires_at":\d+/g, '"expires_at":1'));
    });
    await until(
      () => stripe().checkout.sessions.retrieve(id),
      ({ status }) => status === 'expired',
    );
    expect((await stripe().events.list()).data.map(({ type }) => type)).toEqual(['checkout.session.expired']);
  });

  it('ignores a line that a kill truncated, and keeps deletions', async () => {
    const kept = await stripe().checkout.sessions.create(sessionParams());
    await call('PUT', '/hooks/thrown', { status: 500 });
    await call('DELETE', '/hooks/thrown');
    await restart(() => appendFile(join(dataFolder, 'sandbox.jsonl'), '{"collection":"sessions","id":"cs_'));
    expect((await stripe().checkout.sessions.list()).data.map(({ id }) => id)).toEqual([kept.id]);
    expect((await call('GET', '/hooks/thrown')).body).toMatchObject({ rule: null });
  });

  it('keeps its journal from growing with each start', async () => {
    const { id } = await stripe().checkout.sessions.create(sessionParams());
    for (let times = 0; times < 20; times += 1)
      await stripe().checkout.sessions.update(id, { metadata: { times: String(times) } });
    await restart();
    const lines = (await readFile(join(dataFolder, 'sandbox.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.filter((line) => line.includes('"collection":"sessions"'))).toHaveLength(1);
  });

  it('is empty after everything was deleted', async () => {
    await stripe().checkout.sessions.create(sessionParams());
    expect((await call('DELETE', '/sandbox')).status).toBe(204);
    expect((await stripe().checkout.sessions.list()).data).toEqual([]);
    await restart();
    expect((await stripe().checkout.sessions.list()).data).toEqual([]);
  });
});
