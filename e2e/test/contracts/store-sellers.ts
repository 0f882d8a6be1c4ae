import { uploadLogo } from '@leadping/contracts/commerce/logo-routes';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { parseConfig } from '@leadping/service-kit/process/config';
import { GIF, JPEG, PNG, svg, WEBP } from '@leadping/test-kit/images';
import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { checkoutModel, type CheckoutDocument } from '../../../svc-commerce/src/checkouts/checkout.model.ts';
import { sealTerms } from '../../../svc-commerce/src/checkouts/session-terms.ts';
import { CommerceConfig } from '../../../svc-commerce/src/config.ts';
import { resellerModel } from '../../../svc-commerce/src/resellers/reseller.model.ts';
import { secretPlace } from '../../../svc-commerce/src/secrets/sealed-fields.ts';
import { LicensingConfig } from '../../../svc-licensing/src/config.ts';
import { renewSecret } from '../../../svc-licensing/src/license-create/renew-secret.ts';
import { webhookAccessModel } from '../../../svc-licensing/src/license-create/webhook-access.model.ts';
import type { KnownCheckout } from './known-values.ts';
import { OWN_ORIGIN, type Stack } from './stack.ts';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const IMAGES: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a.png', PNG],
  ['a.svg', Buffer.from(svg('<path d="M0 0h9"/>'))],
  ['a.gif', GIF],
  ['a.webp', WEBP],
  ['a.jpg', JPEG],
];

function databaseOf({ databases }: Stack, name: string): Connection {
  const database = databases.get(name);
  if (!database) throw new Error(`There is no database ${name}`);
  return database;
}

/** Stores live payment keys. @returns the webhook secrets by reseller */
export async function storePaymentKeys(
  stack: Stack,
  resellers: readonly string[],
): Promise<Record<string, string>> {
  const model = resellerModel(databaseOf(stack, 'commerce'));
  const secrets: Record<string, string> = {};
  for (const id of resellers) {
    const secret = `whsec_${hex(16)}`;
    const sealed = (field: string, value: string) => stack.seal(value, secretPlace('resellers', id, field));
    await model.updateOne(
      { _id: id },
      {
        $set: {
          sealedSecretKey: sealed('sealedSecretKey', `sk_live_${hex(12)}`),
          sealedPublishableKey: sealed('sealedPublishableKey', `pk_live_${hex(12)}`),
          sealedWebhookSecret: sealed('sealedWebhookSecret', secret),
        },
      },
    );
    secrets[id] = secret;
  }
  return secrets;
}

/** An admin deactivates a seller whose checkouts stay open. */
export async function deactivateSeller(stack: Stack, id: string): Promise<void> {
  await resellerModel(databaseOf(stack, 'commerce')).updateOne({ _id: id }, { $set: { isActive: false } });
}

/** @returns the license-create secrets by reseller */
export async function storeLicenseSecrets(
  stack: Stack,
  resellers: readonly string[],
): Promise<Record<string, string>> {
  const accesses = webhookAccessModel(databaseOf(stack, 'licensing'));
  const sealer = buildSealer(parseConfig(LicensingConfig, stack.environment).SEAL_KEYS);
  const secrets: Record<string, string> = {};
  for (const id of resellers) secrets[id] = (await renewSecret({ accesses, sealer }, id)).secret;
  return secrets;
}

/**
 * Stores payable checkouts of each seller (null is the platform): a normal one, one without a known session, and a
 * deleted one that is restored from its sealed terms. The platform also sells reseller rights.
 */
export async function storeCheckouts(
  stack: Stack,
  sellers: readonly (string | null)[],
): Promise<{ checkouts: KnownCheckout[]; sessionIds: string[]; returnIds: string[] }> {
  const sealer = buildSealer(parseConfig(CommerceConfig, stack.environment).SEAL_KEYS);
  const stored: CheckoutDocument[] = [];
  const checkouts: KnownCheckout[] = [];
  const add = (
    resellerId: string | null,
    productType: KnownCheckout['productType'],
    keeps: 'all' | 'no session' | 'nothing',
  ) => {
    const createdAt = new Date();
    const id = hex(12);
    const sessionId = `cs_test_${id}`;
    const amountMinor = productType === 'main_product' ? 7900 : 49_700;
    const sold = {
      _id: id,
      productType,
      resellerId,
      // The platform and the tenants have test keys.
      livemode: false,
      money: { amountMinor, currency: 'USD' },
      createdAt,
    } as const;
    const terms = sealTerms({ sealer }, sold);
    const { livemode } = sold;
    checkouts.push({ id, sessionId, resellerId, livemode, amountMinor, currency: 'USD', productType, terms });
    if (keeps === 'nothing') return;
    stored.push({
      ...sold,
      businessName: 'Identical Tools',
      successUrl: `${OWN_ORIGIN}/success`,
      cancelUrl: 'https://parent.example/shop',
      returnId: randomBytes(16).toString('base64url'),
      ...(keeps === 'all' && { sessionId, url: `${stack.sandboxUrl}/pay/${sessionId}` }),
      sealedTerms: terms,
      askedAt: null,
    });
  };
  for (const seller of sellers) {
    for (const keeps of ['all', 'no session', 'nothing'] as const) {
      add(seller, 'main_product', keeps);
      if (seller === null) add(null, 'reseller_rights', keeps);
    }
  }
  await checkoutModel(databaseOf(stack, 'commerce')).insertMany(stored);
  return {
    checkouts,
    sessionIds: stored.flatMap(({ sessionId }) => sessionId ?? []),
    returnIds: stored.flatMap(({ returnId }) => returnId ?? []),
  };
}

/** Uploads an image of another format for each through the gateway, as its owner would. @returns their names */
export async function uploadLogos(stack: Stack, resellers: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const [at, resellerId] of resellers.entries()) {
    const cookie = `session=${await stack.signIn({ role: 'reseller', resellerId })}`;
    const [name, bytes] = IMAGES[at % IMAGES.length] ?? ['a.png', PNG];
    const body = new FormData();
    body.set('logo', new Blob([new Uint8Array(bytes)]), name);
    const reply = await fetch(stack.gatewayUrl + uploadLogo.path, {
      method: 'POST',
      headers: { cookie, origin: OWN_ORIGIN },
      body,
    });
    const { logoUrl } = uploadLogo.replies[200].parse(await reply.json());
    names.push(logoUrl.slice(logoUrl.lastIndexOf('/') + 1));
  }
  return names;
}
