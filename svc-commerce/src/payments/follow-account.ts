import type { Commerce } from '../commerce.ts';
import { isDuplicateKey } from '@leadping/service-kit/duplicate-key';
import { RECONCILE_INTERVAL_MS } from './account-progress.model.ts';
import { accountName, type PaymentAccount } from './account.ts';

/** Lets the reconcile job read this account's events from now on. */
export async function followAccount(
  { accountProgress, clock }: Pick<Commerce, 'accountProgress' | 'clock'>,
  account: PaymentAccount,
): Promise<void> {
  const _id = accountName(account);
  if (await accountProgress.exists({ _id })) return;
  try {
    const now = clock.now();
    await accountProgress.create({
      _id,
      ...account,
      since: new Date(now),
      nextRunAt: new Date(now + RECONCILE_INTERVAL_MS),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
