import { cleanSecret } from '@leadping/contracts/pasted';

/** The server draws stored keys with dots. */
const isTyped = (key: string | undefined): key is string =>
  key !== undefined && key !== '' && !key.includes('•');

/** The two keys stand side by side at Stripe, and a publishable one has "_live_" in it as well. */
function secretFault(key: string) {
  if (!key.includes('_live_')) return { liveSecretKey: 'Secret key must contain "_live_"' };
  return key.startsWith('pk_')
    ? { liveSecretKey: 'This is a publishable key. A secret key begins with sk_live_ or rk_live_.' }
    : {};
}

/** What is wrong with keys of a payment account (specification, signed-in side §5); masks of stored ones pass. */
export function keyFaults(keys: {
  liveSecretKey?: string;
  livePublishableKey?: string;
  webhookSecret?: string;
}) {
  // Copying adds invisible marks, which the server removes too.
  const [liveSecretKey, livePublishableKey, webhookSecret] = [
    keys.liveSecretKey,
    keys.livePublishableKey,
    keys.webhookSecret,
  ].map((key) => key && cleanSecret(key));
  return {
    ...(isTyped(liveSecretKey) ? secretFault(liveSecretKey) : {}),
    ...(isTyped(livePublishableKey) && !livePublishableKey.startsWith('pk_live_')
      ? { livePublishableKey: 'Publishable key must start with "pk_live_"' }
      : {}),
    ...(isTyped(webhookSecret) && !webhookSecret.startsWith('whsec_')
      ? { webhookSecret: 'Webhook secret must start with "whsec_"' }
      : {}),
  };
}
