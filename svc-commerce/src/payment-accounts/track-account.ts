import type { CommerceContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { RECONCILE_INTERVAL_MS } from './reconciliation-cursor.model.ts';
import { accountName, type PaymentAccount } from './account.ts';

/** Lets the reconcile job read this account's events from now on. */
export async function trackAccount(
  { reconciliationCursors, clock }: Pick<CommerceContext, 'reconciliationCursors' | 'clock'>,
  account: PaymentAccount,
): Promise<void> {
  const _id = accountName(account);
  if (await reconciliationCursors.exists({ _id })) return;
  try {
    const now = clock.now();
    await reconciliationCursors.create({
      _id,
      ...account,
      since: new Date(now),
      nextRunAt: new Date(now + RECONCILE_INTERVAL_MS),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
