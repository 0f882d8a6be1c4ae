import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aBuild, writeBuild } from '../../../gateway/test/builds.ts';
import type { Options } from '../src/arguments.ts';
import { ReleaseFailure } from '../src/failures.ts';
import type { Progress } from '../src/progress.ts';
import type { RegistryClient } from '../src/registry-client.ts';
import { releaseBuilds } from '../src/release-builds.ts';

const progress: Progress = { step: (_, work) => work(() => undefined) };

describe('a release whose visibility is unknown', () => {
  let checkout: string;
  beforeAll(async () => {
    checkout = await mkdtemp(path.join(tmpdir(), 'checkout-'));
    await writeBuild(path.join(checkout, 'mfe-support/dist'), aBuild({ name: 'mfe-support' }));
  });
  afterAll(() => rm(checkout, { recursive: true, force: true }));

  it('is reported as released if the gateway becomes unreachable afterwards', async () => {
    const client = {
      released: async () => ({ revision: 6, apps: [] }),
      upload: async () => true,
      publish: async () => ({ revision: 7, apps: ['mfe-support'], warnings: [] }),
      served: async () => {
        throw new ReleaseFailure('UNREACHABLE', 'It does not answer.');
      },
    } as unknown as RegistryClient;
    const options = { with: [], note: '', isBuilt: true } as unknown as Options;
    const remotes = [{ name: 'mfe-support', folder: path.join(checkout, 'mfe-support') }];
    await expect(releaseBuilds(client, { remotes, options, progress })).rejects.toMatchObject({
      code: 'NOT_VISIBLE',
      message: expect.stringMatching(/^Revision 7 is released: do not release it again\. .*remotes\.json/),
    });
  });
});
