import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReleaseDocument } from '@leadping/contracts/release';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { until } from '@leadping/test-kit/until';
import mongoose from 'mongoose';
import { releaseModel } from '../src/releases/release.model.ts';
import { aBuild, aShell } from './builds.ts';
import { errorOf, startGateway, type StackUnderTest } from './gateway.ts';
import { release, releaseBearer, RELEASES } from './release-calls.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [
      aShell('1.0.0', { provides: { ui: ['ui.js'] }, files: { 'ui.js': 'export {}' } }),
      aBuild({ name: 'mfe-storefront', routes: ['/'] }),
    ],
  });
});
afterAll(() => gateway.close());

const act = (what: 'rollback' | 'retire', body: object) =>
  gateway.call(`${RELEASES}/${what}`, { json: body, headers: releaseBearer });

const historyOf = async (app: string) => {
  const reply = await gateway.call(`${RELEASES}/history?app=${app}&limit=1`, { headers: releaseBearer });
  return (reply.json() as { entries: { action: string; apps: string[] }[] }).entries[0];
};

describe('the history', () => {
  it('lists the canaries of other apps that a change ended', async () => {
    const newer = aShell('1.1.0', {
      provides: { ui: ['ui.js'], map: ['ui.js'] },
      files: { 'ui.js': 'export {}' },
    });
    const needing = aBuild({ name: 'mfe-storefront', version: '1.1.0', routes: ['/'], needs: ['map'] });
    expect((await release(gateway, [newer])).status).toBe(201);
    expect((await release(gateway, [needing], 10)).status).toBe(201);
    const audited = await gateway.identity.collect(auditRecorded('gateway'));
    const reply = await act('rollback', { apps: ['shell'] });
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.json().apps).toEqual(['shell', 'mfe-storefront']);
    expect(await historyOf('mfe-storefront')).toMatchObject({
      action: 'rollback',
      apps: ['shell', 'mfe-storefront'],
    });
    await until(() => audited.some(({ target }) => target === 'shell, mfe-storefront'));
  });

  it('shows an unknown action of a later version', async () => {
    const { MONGODB_URI, DATABASE_PREFIX } = gateway.config;
    const connection = mongoose.createConnection(MONGODB_URI, { dbName: `${DATABASE_PREFIX}gateway` });
    const releases = releaseModel(await connection.asPromise()).collection;
    const newest = await releases.find().sort({ _id: -1 }).limit(1).next();
    await releases.updateOne({ _id: newest!._id }, { $set: { action: 'archived', apps: ['mfe-later'] } });
    expect(await historyOf('mfe-later')).toMatchObject({ action: 'archived' });
    await releases.updateOne({ _id: newest!._id }, { $set: { action: newest!.action, apps: newest!.apps } });
    await connection.close();
  });
});

describe('retiring', () => {
  const elder = aBuild({ name: 'mfe-elder', routes: ['/elder'] });
  const heir = aBuild({ name: 'mfe-heir', routes: ['/elder'] });
  const isServed = async () => {
    const { remotes } = ReleaseDocument.parse((await gateway.call('/remotes.json')).json());
    return 'mfe-elder' in remotes;
  };

  it('frees the paths of a remote but keeps its files, and a rollback to a version restores it', async () => {
    expect((await release(gateway, [elder])).status).toBe(201);
    expect(errorOf(await release(gateway, [heir]))).toBe('409 RELEASE_REFUSED');
    const audited = await gateway.identity.collect(auditRecorded('gateway'));
    const reply = await act('retire', { apps: ['mfe-elder'], note: 'its team is gone' });
    expect(reply).toMatchObject({ status: 200 });
    await until(() => audited.some(({ action }) => action === `POST ${RELEASES}/retire`));
    expect(audited.find(({ action }) => action.endsWith('/retire'))).toMatchObject({
      target: 'mfe-elder',
      changes: expect.arrayContaining([{ field: 'note', before: null, after: 'its team is gone' }]),
    });
    expect(await isServed()).toBe(false);
    const file = await gateway.call(`/assets/mfe-elder/1.0.0/${elder.manifest.entry}`);
    expect(file.status).toBe(200);
    expect(errorOf(await act('retire', { apps: ['mfe-elder'] }))).toBe('409 RELEASE_REFUSED');
    expect(errorOf(await act('rollback', { apps: ['mfe-elder'] }))).toBe('409 RELEASE_REFUSED');

    const back = { apps: ['mfe-elder'], version: '1.0.0' };
    expect((await act('rollback', back)).status).toBe(200);
    expect(await isServed()).toBe(true);
    await act('retire', { apps: ['mfe-elder'] });
    expect((await release(gateway, [heir])).status).toBe(201);
    expect(await historyOf('mfe-elder')).toMatchObject({ action: 'retire', apps: ['mfe-elder'] });
    expect(errorOf(await act('rollback', back))).toBe('409 RELEASE_REFUSED');
  });

  it('is refused for the shell and for a token of another app', async () => {
    expect(errorOf(await act('retire', { apps: ['shell'] }))).toBe('409 RELEASE_REFUSED');
    const foreign = {
      json: { apps: ['mfe-storefront'] },
      headers: { authorization: `Bearer ${'b'.repeat(40)}` },
    };
    expect(errorOf(await gateway.call(`${RELEASES}/retire`, foreign))).toBe('403 FORBIDDEN');
  });
});
