import { StripeError } from '../errors.ts';
import { maskKey } from './account.ts';

/** The resource in a permission's name, if it is not the first word of the path in the singular. */
const RESOURCES: Record<string, string> = {
  account: 'connected_account',
  checkout: 'checkout_session',
  webhook_endpoint: 'webhook',
};

/**
 * Refuses a call that a restricted key has no permission for, before any object is looked up. A key that contains
 * `readonly` lacks all permissions to write. A key that contains `without_<resource>`, such as
 * `rk_test_without_promotion_code_1`, lacks both permissions of that resource.
 * @throws StripeError 403 in Stripe's words
 */
export function checkPermission(
  { key, account }: { key: string; account: string },
  { method, url }: { method: string; url: string },
): void {
  if (!key.startsWith('rk_')) return;
  const isRead = method === 'GET';
  const [, start = ''] = url.split('/');
  const word = start.replace(/s$/, '');
  const resource = RESOURCES[word] ?? word;
  const isAllowed = (isRead || !key.includes('readonly')) && !key.includes(`without_${resource}_`);
  if (isAllowed) return;
  const permission = `rak_${resource}_${isRead ? 'read' : 'write'}`;
  throw new StripeError(
    `The provided key '${maskKey(key)}' does not have the required permissions for this endpoint on account '${account}'. Having the '${permission}' permission would allow this request to continue.`,
    { status: 403 },
  );
}
