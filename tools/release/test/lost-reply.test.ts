import { describe, expect, it } from '@jest/globals';
import type { Options } from '../src/arguments.ts';
import { ReleaseFailure } from '../src/failures.ts';
import type { Progress } from '../src/progress.ts';
import type { RegistryClient, Released } from '../src/registry-client.ts';
import { runRelease } from '../src/run-release.ts';

type App = Released['apps'][number];

const app = (facts: Partial<App>): App => ({
  name: 'mfe-support',
  stable: '1.0.0',
  lastGood: '0.9.0',
  canary: null,
  routes: [],
  ...facts,
});
const canary = { version: '1.1.0', percent: 10, group: 'g' };
const progress: Progress = { step: (_, work) => work(() => undefined) };

/** A registry that made a change whose reply was lost, so that the retry finds another revision. */
function run(options: Partial<Options>, before: Partial<App>, after: Partial<App>) {
  const states = [before, after];
  const change = async () => {
    throw new ReleaseFailure('RELEASE_CONFLICT', 'Somebody released in the meantime.');
  };
  const released = async () => ({ revision: 9 - states.length, apps: [app(states.shift() ?? after)] });
  const client = { released, promote: change, rollback: change } as unknown as RegistryClient;
  const given = { with: [], note: '', ...options } as unknown as Options;
  return runRelease(client, { folder: '/mfe-support', options: given, progress });
}

describe('a change whose reply was lost', () => {
  it.each<[string, Partial<Options>, Partial<App>, Partial<App>]>([
    ['a promotion', { action: 'promote' }, { canary }, { stable: '1.1.0', lastGood: '1.0.0' }],
    ['a canary taken back', { action: 'rollback' }, { canary }, {}],
    ['a rollback', { action: 'rollback', isStable: true }, {}, { stable: '0.9.0', lastGood: null }],
    [
      'a rollback to a version',
      { action: 'rollback', version: '0.7.0' },
      {},
      { stable: '0.7.0', lastGood: '1.0.0' },
    ],
  ])('is done: %s', async (_, options, before, after) => {
    const { result } = await run(options, before, after);
    expect(result).toMatchObject({ revision: 8, apps: ['mfe-support'], warnings: [] });
  });

  it.each<[string, Partial<Options>, Partial<App>, Partial<App>]>([
    ['a promotion', { action: 'promote' }, { canary }, {}],
    ['a canary taken back', { action: 'rollback' }, { canary }, { stable: '1.1.0', lastGood: '1.0.0' }],
    ['a rollback', { action: 'rollback', isStable: true }, {}, { stable: '1.2.0', lastGood: '1.0.0' }],
  ])('is somebody else’s where the state is another: %s', async (_, options, before, after) => {
    await expect(run(options, before, after)).rejects.toMatchObject({ code: 'RELEASE_CONFLICT' });
  });

  it.each<[string, () => ReleaseFailure, string]>([
    ['at all', () => new ReleaseFailure('UNREACHABLE', 'It does not answer.'), 'UNREACHABLE'],
    ['but an error', () => new ReleaseFailure('HTTP_504', 'Timeout', { status: 504 }), 'HTTP_504'],
  ])('may have been done where there is no reply %s', async (_, failure, code) => {
    const client = {
      released: async () => ({ revision: 1, apps: [app({ canary })] }),
      promote: async () => {
        throw failure();
      },
    } as unknown as RegistryClient;
    const options = { action: 'promote', with: [], note: '' } as unknown as Options;
    const promotion = runRelease(client, { folder: '/mfe-support', options, progress });
    await expect(promotion).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^It may have been done: look at `status` before you run it again\. /),
    });
  });

  it('is reported as possibly done if the registry cannot be read after a conflict', async () => {
    let reads = 0;
    const client = {
      released: async () => {
        reads += 1;
        if (reads > 1) throw new ReleaseFailure('UNREACHABLE', 'It does not answer.');
        return { revision: 1, apps: [app({ canary })] };
      },
      rollback: async () => {
        throw new ReleaseFailure('RELEASE_CONFLICT', 'Somebody released in the meantime.');
      },
    } as unknown as RegistryClient;
    const options = { action: 'rollback', with: [], note: '' } as unknown as Options;
    const rollback = runRelease(client, { folder: '/mfe-support', options, progress });
    await expect(rollback).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining('It may have been done'),
    });
  });
});
