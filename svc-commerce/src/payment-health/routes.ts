import {
  checkPlatformPayments,
  checkResellerPayments,
} from '@leadping/contracts/commerce/payment-health-routes';
import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { accountOf } from '../payment-accounts/account.ts';
import { priceOf } from '../resellers/reseller.model.ts';
import { getReseller } from '../resellers/find-reseller.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { getSettings, isTestModeOn } from '../settings/get-settings.ts';
import { platformKey } from '../settings/platform-key.ts';
import { checkPayments } from './check-payments.ts';

export function registerPaymentHealthRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  const { sealer, config } = commerce;
  const named = (missing: Record<string, string | null>) =>
    Object.keys(missing).filter((name) => missing[name] === null);

  route(checkResellerPayments, async ({ actor }) => {
    const reseller = await getReseller(commerce, actor.resellerId);
    return checkPayments(commerce, {
      account: accountOf(reseller),
      missing: named({
        'secret key': reseller.sealedSecretKey,
        'publishable key': reseller.sealedPublishableKey,
        'webhook signing secret': reseller.sealedWebhookSecret,
      }),
      isModeOff: reseller.usesTestKeys && !isTestModeOn(await getSettings(commerce)),
      secretKey: openSecret(sealer, 'resellers', reseller, 'sealedSecretKey'),
      money: priceOf(reseller),
      tax: reseller.tax ?? NO_TAX,
      webhookUrl: new URL(`/api/stripe-webhook/reseller/${reseller._id}`, config.PUBLIC_URL).href,
    });
  });
  route(checkPlatformPayments, async ({ query: { mode } }) => {
    const settings = await getSettings(commerce);
    const livemode = mode === undefined ? !isTestModeOn(settings) : mode === 'live';
    const secretKey = platformKey(commerce, settings, livemode);
    return checkPayments(commerce, {
      account: { resellerId: null, livemode },
      missing: named({
        'secret key': secretKey,
        'webhook signing secret': livemode
          ? settings.sealedLiveWebhookSecret
          : settings.sealedTestWebhookSecret,
      }),
      isModeOff: false,
      secretKey,
      money: { amountMinor: settings.mainProductPrice, currency: 'USD' },
      tax: settings.tax,
      webhookUrl: new URL('/api/stripe-webhook', config.PUBLIC_URL).href,
    });
  });
}
