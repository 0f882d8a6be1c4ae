import { expect, it } from '@jest/globals';
import { startBucket } from '@leadping/test-kit/bucket';
import { aBuild, aShell } from './builds.ts';
import { startGateway } from './gateway.ts';

const KEYS = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-test', name: 'leadping-assets' };

it('a bucket serves releases like a folder', async () => {
  const bucket = await startBucket(KEYS);
  const remote = aBuild({ name: 'mfe-storefront', routes: ['/'] });
  const gateway = await startGateway({
    builds: [aShell(), remote],
    env: {
      S3_BUCKET: KEYS.name,
      S3_ENDPOINT: bucket.endpoint,
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: KEYS.id,
      S3_SECRET_ACCESS_KEY: KEYS.secret,
    },
  });
  const reply = await gateway.call(`/assets/mfe-storefront/1.0.0/${remote.manifest.entry}`);
  expect(reply.text).toBe(remote.files[remote.manifest.entry]);
  expect((await gateway.call('/')).status).toBe(200);
  expect([...bucket.objects.keys()]).toContain(`mfe-storefront/1.0.0/${remote.manifest.entry}.br`);
  await gateway.close();
  await bucket.close();
});
