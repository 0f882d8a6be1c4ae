/** The server draws stored keys with dots. */
const isTyped = (key: string | undefined): key is string =>
  key !== undefined && key !== '' && !key.includes('•');

/** What is wrong with keys of a payment account (specification, signed-in side §5); masks of stored ones pass. */
export function keyFaults(keys: {
  liveSecretKey?: string;
  livePublishableKey?: string;
  webhookSecret?: string;
}) {
  const { liveSecretKey, livePublishableKey, webhookSecret } = keys;
  return {
    ...(isTyped(liveSecretKey) && !liveSecretKey.includes('_live_')
      ? { liveSecretKey: 'Secret key must contain "_live_"' }
      : {}),
    ...(isTyped(livePublishableKey) && !livePublishableKey.startsWith('pk_live_')
      ? { livePublishableKey: 'Publishable key must start with "pk_live_"' }
      : {}),
    ...(isTyped(webhookSecret) && !webhookSecret.startsWith('whsec_')
      ? { webhookSecret: 'Webhook secret must start with "whsec_"' }
      : {}),
  };
}
