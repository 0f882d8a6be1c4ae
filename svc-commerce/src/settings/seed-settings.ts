import type { CommerceContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { secretPlace } from '../secrets/sealed-fields.ts';
import { SETTINGS_ID } from './settings.model.ts';

/** Gives a development stack its test keys, so that it sells at once; an admin's own keys are never overwritten. */
export async function seedSettings({ settings, config, sealer }: CommerceContext): Promise<void> {
  try {
    await settings.create({ _id: SETTINGS_ID });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const { STRIPE_TEST_KEY: testKey, STRIPE_TEST_WEBHOOK_SECRET: secret } = config;
  if (testKey === undefined || secret === undefined) return;
  await settings.updateOne(
    { _id: SETTINGS_ID, sealedTestKey: null, sealedTestWebhookSecret: null },
    {
      $set: {
        testMode: true,
        sealedTestKey: sealer.seal(testKey, secretPlace('settings', SETTINGS_ID, 'sealedTestKey')),
        sealedTestWebhookSecret: sealer.seal(
          secret,
          secretPlace('settings', SETTINGS_ID, 'sealedTestWebhookSecret'),
        ),
      },
    },
  );
}
