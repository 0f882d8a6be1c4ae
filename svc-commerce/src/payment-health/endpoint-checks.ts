import type { WebhookEndpoint } from '../payment-provider/payment-provider.ts';
import { isKeyAccepted } from './query-provider.ts';
import { findObstacle, pass, type Finding, type KnownSetup } from './finding.ts';

export function checkWebhook({ replies, setup: { webhookUrl } }: KnownSetup): Finding {
  const { endpoints } = replies;
  if (endpoints === null) {
    // The fix is named once, at its cause: the account, unless the key works but may not read endpoints.
    const isAccepted = isKeyAccepted(replies.account);
    const reason = isAccepted ? 'this key may not read it, or Stripe did not reply' : findObstacle(replies);
    return {
      state: 'unknown',
      finding: `The webhook endpoint was not checked: ${reason}.`,
      fix: isAccepted
        ? `In Developers > Webhooks, check that an endpoint with the URL ${webhookUrl} is enabled.`
        : null,
    };
  }
  if (findEnabled(endpoints, webhookUrl)) return pass('The webhook endpoint is there and enabled.');
  return { state: 'failed', ...explainMissing(endpoints, webhookUrl) };
}

export function checkEvents({ replies: { endpoints }, setup: { webhookUrl } }: KnownSetup): Finding {
  if (endpoints === null) {
    return { state: 'unknown', finding: 'The events of the endpoint were not checked.', fix: null };
  }
  const endpoint = findEnabled(endpoints, webhookUrl);
  if (!endpoint) {
    const finding = 'There is no enabled endpoint whose events could be checked.';
    return { state: 'unknown', finding, fix: null };
  }
  if (endpoint.missingEvents.length === 0) {
    return pass('The endpoint listens to all events that are needed.');
  }
  const missing = endpoint.missingEvents.join(', ');
  return {
    // Reconciliation finds what the other events report, minutes later.
    state: endpoint.reportsCheckouts ? 'warning' : 'failed',
    finding: `The endpoint does not listen to ${missing}.`,
    fix: `In Developers > Webhooks, edit the endpoint and add ${missing}.`,
  };
}

function findEnabled(endpoints: readonly WebhookEndpoint[], url: string): WebhookEndpoint | undefined {
  return endpoints.find((endpoint) => endpoint.isEnabled && isSameUrl(endpoint.url, url));
}

function explainMissing(
  endpoints: readonly WebhookEndpoint[],
  url: string,
): Pick<Finding, 'finding' | 'fix'> {
  if (endpoints.some((endpoint) => isSameUrl(endpoint.url, url))) {
    return {
      finding: 'The webhook endpoint is disabled.',
      fix: 'In Developers > Webhooks, open the endpoint and enable it.',
    };
  }
  const similar = endpoints.find((endpoint) => endpoint.url.includes('/api/stripe-webhook'));
  if (similar) {
    return {
      finding: `The webhook endpoint has another address: ${similar.url}.`,
      fix: `In Developers > Webhooks, change the address of the endpoint to ${url}.`,
    };
  }
  return {
    finding: 'The account has no webhook endpoint with our address.',
    fix: `In Developers > Webhooks, add an endpoint with the URL ${url}, then save its signing secret here.`,
  };
}

/** Stripe stores a URL as it was typed. A trailing slash makes no difference. */
function isSameUrl(a: string, b: string): boolean {
  return a.toLowerCase().replace(/\/$/, '') === b.toLowerCase().replace(/\/$/, '');
}
