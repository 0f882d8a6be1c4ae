import { describe, expect, it } from '@jest/globals';
import type { Options } from '../src/arguments.ts';
import { ReleaseFailure } from '../src/failures.ts';
import type { Progress } from '../src/progress.ts';
import type { RegistryClient, Released } from '../src/registry-client.ts';
import { runRelease } from '../src/run-release.ts';

type App = Released['apps'][number];

const anApp = (facts: Partial<App> = {}): App => ({
  name: 'mfe-support',
  stable: '1.3.0',
  lastGood: '1.2.0',
  canary: null,
  routes: [],
  ...facts,
});
const canary = { version: '1.4.0', percent: 10, group: 'g' };
const progress: Progress = { step: (_, work) => work(() => undefined) };
const asOptions = (options: Partial<Options>) => ({ with: [], note: '', ...options }) as unknown as Options;

/** A registry in this state at revision 5, which records requested changes. */
function aRegistry(apps: App[], moved: string[] = apps.map(({ name }) => name)) {
  const changes: unknown[] = [];
  const change = async (body: unknown) => {
    changes.push(body);
    return { revision: 6, apps: moved, warnings: [] };
  };
  const released = async () => ({ revision: 5, apps });
  const client = { released, promote: change, rollback: change, retire: change } as unknown as RegistryClient;
  const run = (options: Partial<Options>) =>
    runRelease(client, { folder: '/mfe-support', options: asOptions(options), progress });
  return { run, changes };
}

describe('a rollback', () => {
  it('ends the canary at the revision that was read, and reports both versions', async () => {
    const { run, changes } = aRegistry([anApp({ canary })]);
    const { text, result } = await run({ action: 'rollback' });
    expect(text).toBe('mfe-support rolled back: canary 1.4.0 taken back, stable is 1.3.0, revision 6.');
    expect(result).toMatchObject({ changes: [{ name: 'mfe-support', from: '1.4.0', to: '1.3.0' }] });
    expect(changes).toEqual([{ apps: ['mfe-support'], note: '', revision: 5 }]);
  });

  it('changes nothing without a canary, and explains how to roll back the stable release', async () => {
    const { run, changes } = aRegistry([anApp()]);
    await expect(run({ action: 'rollback' })).rejects.toMatchObject({
      code: 'NO_CANARY',
      message:
        'mfe-support has no canary. Its stable release is 1.3.0; to go back to 1.2.0 for everybody: rollback --stable',
    });
    expect(changes).toEqual([]);
  });

  it('changes nothing if one of several apps has no canary', async () => {
    const { run, changes } = aRegistry([anApp({ canary }), anApp({ name: 'mfe-admin' })]);
    await expect(run({ action: 'rollback', with: ['mfe-admin'] })).rejects.toMatchObject({
      code: 'NO_CANARY',
      message: expect.stringMatching(/^mfe-admin has no canary/),
    });
    expect(changes).toEqual([]);
  });

  it('keeps the stable release if the canary was rolled back concurrently', async () => {
    const states = [anApp({ canary }), anApp()];
    const revisions: unknown[] = [];
    const client = {
      released: async () => ({ revision: 7 - states.length, apps: [states.shift() ?? anApp()] }),
      rollback: async ({ revision }: { revision: number }) => {
        revisions.push(revision);
        throw new ReleaseFailure('RELEASE_CONFLICT', 'Somebody released in the meantime.');
      },
    } as unknown as RegistryClient;
    const options = asOptions({ action: 'rollback' });
    const { text } = await runRelease(client, { folder: '/mfe-support', options, progress });
    expect(text).toContain('canary 1.4.0 taken back, stable is 1.3.0');
    expect(revisions).toEqual([5]);
  });

  it('reports the canary of another app that ended with it', async () => {
    const others = anApp({ name: 'mfe-admin', stable: '2.0.0', canary: { ...canary, version: '2.1.0' } });
    const { run } = aRegistry([anApp(), others]);
    const { text } = await run({ action: 'rollback', version: '1.1.0' });
    expect(text).toBe(
      'mfe-support rolled back from 1.3.0 to 1.1.0, revision 6.\n' +
        'mfe-admin rolled back: canary 2.1.0 taken back, stable is 2.0.0, revision 6.',
    );
  });

  it('rolls back the stable release on request', async () => {
    const { run, changes } = aRegistry([anApp()]);
    const { text, result } = await run({ action: 'rollback', isStable: true });
    expect(text).toBe('mfe-support rolled back from 1.3.0 to 1.2.0, revision 6.');
    expect(result).toMatchObject({ changes: [{ name: 'mfe-support', from: '1.3.0', to: '1.2.0' }] });
    expect(changes).toEqual([{ apps: ['mfe-support'], note: '', revision: 5 }]);
  });

  it.each<[string, Partial<App>, string, RegExp]>([
    [
      'beside a canary',
      { canary },
      'CANARY_OUT',
      /canary 1\.4\.0 out \(10 %\)\. Take the canary back first: rollback/,
    ],
    ['without an earlier release', { lastGood: null }, 'NO_EARLIER_RELEASE', /rollback --version x\.y\.z/],
  ])('does not go back in the stable line %s', async (_, facts, code, message) => {
    const { run, changes } = aRegistry([anApp(facts)]);
    await expect(run({ action: 'rollback', isStable: true })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(changes).toEqual([]);
  });

  it.each<[string, App[], string]>([
    ['from the stable release', [anApp()], 'mfe-support rolled back from 1.3.0 to 1.1.0, revision 6.'],
    [
      'with the canary that is out',
      [anApp({ canary })],
      'mfe-support rolled back from 1.3.0 to 1.1.0, canary 1.4.0 taken back, revision 6.',
    ],
    ['of a remote that was retired', [], 'mfe-support is released again as 1.1.0, revision 6.'],
  ])('goes to the version that is named: %s', async (_, apps, expected) => {
    const { run, changes } = aRegistry(apps, ['mfe-support']);
    expect((await run({ action: 'rollback', version: '1.1.0' })).text).toBe(expected);
    expect(changes).toMatchObject([{ version: '1.1.0', revision: 5 }]);
  });

  it('suggests another build for a version whose files were removed', async () => {
    const client = {
      released: async () => ({ revision: 5, apps: [anApp()] }),
      rollback: async () => {
        const message = 'mfe-support@1.0.0: remoteEntry.js was not uploaded.';
        throw new ReleaseFailure('RELEASE_REFUSED', message, { status: 409 });
      },
    } as unknown as RegistryClient;
    const options = asOptions({ action: 'rollback', version: '1.0.0' });
    await expect(runRelease(client, { folder: '/mfe-support', options, progress })).rejects.toMatchObject({
      code: 'RELEASE_REFUSED',
      message: expect.stringContaining('build its tag again and release that under a new version'),
    });
  });
});

describe('a promotion', () => {
  it('reports the new and the previous version of each promoted app', async () => {
    const other = anApp({ name: 'mfe-admin', stable: '2.0.0', canary: { ...canary, version: '2.1.0' } });
    const { run } = aRegistry([anApp({ canary }), other]);
    const { text, result } = await run({ action: 'promote' });
    expect(text.split('\n')).toEqual([
      'mfe-support: promoted 1.4.0 (before: 1.3.0), revision 6.',
      'mfe-admin: promoted 2.1.0 (before: 2.0.0), revision 6.',
    ]);
    expect(result).toMatchObject({ changes: [{ from: '1.3.0', to: '1.4.0' }, { to: '2.1.0' }] });
  });

  it('of a given version is sent with the revision that was read', async () => {
    const { run, changes } = aRegistry([anApp({ canary })]);
    await run({ action: 'promote', version: '1.4.0' });
    expect(changes).toEqual([{ apps: ['mfe-support'], note: '', revision: 5 }]);
  });

  it.each<[string, Partial<App>, string, string, RegExp]>([
    ['another canary is out', { canary }, '1.3.9', 'OTHER_CANARY', /is 1\.4\.0 \(10 %\), not 1\.3\.9/],
    ['it is stable already', {}, '1.3.0', 'NO_CANARY', /1\.3\.0 is its stable release already/],
    ['there is no canary', {}, '1.4.0', 'NO_CANARY', /has no canary\. Its stable release is 1\.3\.0/],
  ])('of a named version is refused where %s', async (_, facts, version, code, message) => {
    const { run, changes } = aRegistry([anApp(facts)]);
    await expect(run({ action: 'promote', version })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(changes).toEqual([]);
  });
});

describe('a retirement', () => {
  it('reports the retired version, and how to release it again', async () => {
    const { run, changes } = aRegistry([anApp({ canary })]);
    const { text, result } = await run({ action: 'retire' });
    expect(text).toBe('mfe-support 1.3.0 is retired, revision 6. To bring it back: rollback --version 1.3.0');
    expect(result).toMatchObject({ changes: [{ name: 'mfe-support', from: '1.3.0', to: null }] });
    expect(changes).toEqual([{ apps: ['mfe-support'], note: '', revision: 5 }]);
  });

  it('fails for an app that is not released', async () => {
    const { run, changes } = aRegistry([anApp({ name: 'mfe-admin' })]);
    await expect(run({ action: 'retire' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(changes).toEqual([]);
  });
});
