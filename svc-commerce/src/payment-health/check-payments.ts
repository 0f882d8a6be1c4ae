import type { HealthCheck, PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';
import type { Money } from '@leadping/contracts/money';
import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import type { WebhookEndpoint } from '../payment-provider/payment-provider.ts';
import { checkCheckout, STRIPE_SILENT } from './check-checkout.ts';

/** A stored payment setup with its secrets opened. */
export interface PaymentSetup {
  account: PaymentAccount;
  /** Labels of the missing settings, as the page names them. */
  missing: string[];
  /** Test keys start no checkout while the platform is not in test mode. */
  isModeOff: boolean;
  secretKey: string | null;
  /** The price of the product. */
  money: Money;
  webhookUrl: string;
}

const MONTH_MS = 30 * 24 * 3_600_000;

/** Checks a payment setup from the stored keys to the last event that arrived, and names what to fix. */
export async function checkPayments(commerce: CommerceContext, setup: PaymentSetup): Promise<PaymentHealth> {
  const { account, webhookUrl } = setup;
  const lastReceivedAt = await commerce.webhookReceipts.latestOf(account);
  const keys = checkKeys(setup);
  const accountCheck = await checkAccount(commerce, setup.secretKey);
  // If the provider did not answer the first call, more calls would delay the page beyond its time limit.
  const [checkout, endpoints] =
    setup.secretKey !== null && isAccepted(accountCheck)
      ? await Promise.all([
          checkCheckout(commerce, setup.secretKey, setup.money),
          commerce.paymentProvider.listEndpoints(setup.secretKey),
        ])
      : [uncheckedCheckout(accountCheck, setup), null];
  const checks = [
    keys,
    accountCheck,
    checkout,
    ...(endpoints === null ? uncheckedEndpoints(accountCheck, setup) : checkEndpoints(endpoints, webhookUrl)),
    checkDelivery(lastReceivedAt),
  ];
  const worst = checks.some(({ state }) => state === 'failed')
    ? 'failed'
    : checks.some(({ state }) => state !== 'ok')
      ? 'warning'
      : 'ok';
  return {
    state: worst,
    mode: account.livemode ? 'live' : 'test',
    checks,
    webhookUrl,
    requiredEvents: [...commerce.paymentProvider.requiredEvents],
    lastVerifiedDeliveryAt: lastReceivedAt?.toISOString() ?? null,
  };
}

function checkKeys({ missing, isModeOff }: PaymentSetup): HealthCheck {
  if (missing.length === 0 && isModeOff) {
    return {
      id: 'keys',
      state: 'failed',
      finding: 'These are test keys, and the platform is not in test mode: every checkout is refused.',
      fix: 'Enter the live keys of your Stripe account and save.',
    };
  }
  if (missing.length === 0) {
    return { id: 'keys', state: 'ok', finding: 'All keys are stored.', fix: null };
  }
  const list = missing.join(' and ');
  return {
    id: 'keys',
    state: 'failed',
    finding: `Not stored yet: ${list}.`,
    fix: `Enter the ${list} and save.`,
  };
}

async function checkAccount(
  { paymentProvider }: CommerceContext,
  secretKey: string | null,
): Promise<HealthCheck> {
  const id = 'account';
  if (secretKey === null) {
    return { id, state: 'unknown', finding: 'The secret key could not be tried: there is none.', fix: null };
  }
  switch (await paymentProvider.checkAccount(secretKey)) {
    case 'accepted':
      return { id, state: 'ok', finding: 'Stripe accepts the secret key.', fix: null };
    case 'restricted':
      return {
        id,
        state: 'warning',
        finding: 'Stripe accepts the key, but it is a restricted key that may not read the balance.',
        fix: 'Nothing, if the key may write Checkout Sessions and read Events, Charges and Disputes.',
      };
    case 'rejected':
      return {
        id,
        state: 'failed',
        finding: 'Stripe rejects the secret key: it is mistyped, expired or was rolled.',
        fix: 'Copy the secret key again from Developers > API keys in your Stripe dashboard, and save it here.',
      };
    case 'unanswered':
      return { id, ...STRIPE_SILENT };
  }
}

function uncheckedCheckout(account: HealthCheck, { secretKey }: PaymentSetup): HealthCheck {
  const finding = `The payment page was not tried: ${refusalReason(account, secretKey)}.`;
  return { id: 'checkout', state: 'unknown', finding, fix: null };
}

function refusalReason(account: HealthCheck, secretKey: string | null): string {
  if (account.state === 'failed') return 'Stripe rejects the secret key';
  return secretKey === null ? 'there is no secret key' : 'Stripe did not reply';
}

const isAccepted = ({ state }: HealthCheck) => state === 'ok' || state === 'warning';

/** Names the fix once, at its cause: the account, unless the key works but may not read endpoints. */
function uncheckedEndpoints(account: HealthCheck, { secretKey, webhookUrl }: PaymentSetup): HealthCheck[] {
  const isKeyAccepted = isAccepted(account);
  const reason = isKeyAccepted
    ? 'this key may not read it, or Stripe did not reply'
    : refusalReason(account, secretKey);
  const fix = isKeyAccepted
    ? `In Developers > Webhooks, check that an endpoint with the URL ${webhookUrl} is enabled.`
    : null;
  return [
    { id: 'webhook', state: 'unknown', finding: `The webhook endpoint was not checked: ${reason}.`, fix },
    { id: 'events', state: 'unknown', finding: 'The events of the endpoint were not checked.', fix: null },
  ];
}

function checkEndpoints(endpoints: WebhookEndpoint[], url: string): HealthCheck[] {
  const ours = endpoints.filter((endpoint) => isSameUrl(endpoint.url, url));
  const enabled = ours.find(({ isEnabled }) => isEnabled);
  if (!enabled) return missingEndpoint(endpoints, ours.length > 0, url);
  const { missingEvents: missing, reportsCheckouts } = enabled;
  return [
    { id: 'webhook', state: 'ok', finding: 'The webhook endpoint is there and enabled.', fix: null },
    missing.length === 0
      ? {
          id: 'events',
          state: 'ok',
          finding: 'The endpoint listens to all events that are needed.',
          fix: null,
        }
      : {
          id: 'events',
          // Without this event nothing is fulfilled immediately. Polling finds what the other events report, minutes
          // later.
          state: reportsCheckouts ? 'warning' : 'failed',
          finding: `The endpoint does not listen to ${missing.join(', ')}.`,
          fix: `In Developers > Webhooks, edit the endpoint and add ${missing.join(', ')}.`,
        },
  ];
}

function missingEndpoint(endpoints: WebhookEndpoint[], isDisabled: boolean, url: string): HealthCheck[] {
  const similar = endpoints.find((endpoint) => endpoint.url.includes('/api/stripe-webhook'));
  const finding = isDisabled
    ? 'The webhook endpoint is disabled.'
    : similar
      ? `The webhook endpoint has another address: ${similar.url}.`
      : 'The account has no webhook endpoint with our address.';
  const fix = isDisabled
    ? 'In Developers > Webhooks, open the endpoint and enable it.'
    : similar
      ? `In Developers > Webhooks, change the address of the endpoint to ${url}.`
      : `In Developers > Webhooks, add an endpoint with the URL ${url}, then save its signing secret here.`;
  return [
    { id: 'webhook', state: 'failed', finding, fix },
    {
      id: 'events',
      state: 'unknown',
      finding: 'There is no enabled endpoint whose events could be checked.',
      fix: null,
    },
  ];
}

function checkDelivery(at: Date | null): HealthCheck {
  const id = 'delivery';
  if (at === null) {
    return {
      id,
      state: 'warning',
      finding: 'No signed event has arrived yet.',
      fix: 'Make a test purchase. If this stays, the signing secret is that of another endpoint: copy it again from Developers > Webhooks.',
    };
  }
  const isOld = Date.now() - at.getTime() > MONTH_MS;
  return {
    id,
    state: isOld ? 'warning' : 'ok',
    finding: isOld ? 'No signed event arrived within the last 30 days.' : 'Signed events arrive.',
    fix: isOld ? 'If there were sales, check in Developers > Webhooks whether deliveries fail.' : null,
  };
}

/** Stripe stores a URL as it was typed. A trailing slash makes no difference. */
function isSameUrl(a: string, b: string): boolean {
  return a.toLowerCase().replace(/\/$/, '') === b.toLowerCase().replace(/\/$/, '');
}
