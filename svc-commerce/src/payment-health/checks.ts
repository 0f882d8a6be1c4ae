import { findObstacle, NO_REPLY, pass, type Finding, type KnownSetup } from './finding.ts';
import { isKeyAccepted } from './query-provider.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

export function checkKeys({ setup: { missing, isModeOff } }: KnownSetup): Finding {
  if (missing.length > 0) {
    const list = missing.join(' and ');
    return { state: 'failed', finding: `Not stored yet: ${list}.`, fix: `Enter the ${list} and save.` };
  }
  if (!isModeOff) return pass('All keys are stored.');
  return {
    state: 'failed',
    finding: 'These are test keys, and the platform is not in test mode: every checkout is refused.',
    fix: 'Enter the live keys of your Stripe account and save.',
  };
}

export function checkAccount({ replies: { account } }: KnownSetup): Finding {
  switch (account) {
    case null:
      return { state: 'unknown', finding: 'The secret key could not be tried: there is none.', fix: null };
    case 'accepted':
      return pass('Stripe accepts the secret key.');
    case 'restricted':
      return {
        state: 'warning',
        finding: 'Stripe accepts the key, but it is a restricted key that may not read the balance.',
        fix: 'Nothing, if the key may write Checkout Sessions and read Events, Charges and Disputes.',
      };
    case 'rejected':
      return {
        state: 'failed',
        finding: 'Stripe rejects the secret key: it is mistyped, expired or was rolled.',
        fix: 'Copy the secret key again from Developers > API keys in your Stripe dashboard, and save it here.',
      };
    case 'unanswered':
      return NO_REPLY;
  }
}

/** Tries the payment page, so that a refusal is known before anybody buys. */
export function checkCheckout({ replies }: KnownSetup): Finding {
  const { trial } = replies;
  switch (trial?.state) {
    case undefined: {
      const finding = `The payment page was not tried: ${findObstacle(replies)}.`;
      return { state: 'unknown', finding, fix: null };
    }
    case 'opened':
      return pass('Stripe opens the payment page.');
    case 'unanswered':
      return NO_REPLY;
    case 'refused':
      return {
        state: 'failed',
        finding: `Stripe refuses to open the payment page: ${trial.reason}`,
        fix: trial.lacksPermission
          ? 'In Developers > API keys, let this key write Checkout Sessions.'
          : 'Change what Stripe names in your Stripe dashboard, then check again.',
      };
  }
}

/** Without the permission the shop sells, and the first refund fails. */
export function checkRefunds({ replies }: KnownSetup): Finding {
  if (!isKeyAccepted(replies.account)) {
    return { state: 'unknown', finding: `Refunds were not checked: ${findObstacle(replies)}.`, fix: null };
  }
  if (replies.mayRefund === null) return NO_REPLY;
  if (replies.mayRefund) return pass('The key may make refunds.');
  return {
    state: 'warning',
    finding: 'This restricted key may not make refunds.',
    fix: 'In Developers > API keys, let this key write “Charges and Refunds” (rak_refund_write). Until then, refund in your Stripe dashboard.',
  };
}

export function checkDelivery({ lastReceivedAt }: KnownSetup): Finding {
  if (lastReceivedAt === null) {
    return {
      state: 'warning',
      finding: 'No signed event has arrived yet.',
      fix: 'Make a test purchase. If this stays, the signing secret is that of another endpoint: copy it again from Developers > Webhooks.',
    };
  }
  if (Date.now() - lastReceivedAt.getTime() <= MONTH_MS) return pass('Signed events arrive.');
  return {
    state: 'warning',
    finding: 'No signed event arrived within the last 30 days.',
    fix: 'If there were sales, check in Developers > Webhooks whether deliveries fail.',
  };
}
