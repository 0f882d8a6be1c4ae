import { cleanSecret } from '@leadping/contracts/pasted';

/** The server masks stored keys with dots. */
const isTyped = (key: string | undefined): key is string =>
  key !== undefined && key !== '' && !key.includes('•');

/** Stripe shows both keys side by side, and a publishable key contains "_live_" too. */
function secretFault(key: string) {
  if (!key.includes('_live_')) return { liveSecretKey: 'Secret key must contain "_live_"' };
  return key.startsWith('pk_')
    ? { liveSecretKey: 'This is a publishable key. A secret key begins with sk_live_ or rk_live_.' }
    : {};
}

/** Checks the keys of a payment account (specification, signed-in side §5). Masks of stored keys are valid. */
export function keyFaults(keys: {
  liveSecretKey?: string;
  livePublishableKey?: string;
  webhookSecret?: string;
}) {
  // Copied text may contain invisible characters, which the server removes too.
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
