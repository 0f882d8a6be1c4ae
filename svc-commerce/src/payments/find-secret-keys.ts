import type { CommerceContext } from '../context.ts';
import type { PaymentAccount } from '../payment-accounts/account.ts';
import { findFormerKeys } from '../payment-accounts/former-keys.model.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { getSettings } from '../settings/get-settings.ts';
import { platformKey } from '../settings/platform-key.ts';

export interface AccountKey {
  secretKey: string;
  /** A former one starts nothing new, and its owner may have revoked it. */
  isCurrent: boolean;
}

/** The secret keys of an account: the current one first, then the former ones, with which something may have begun. */
export async function findSecretKeys(
  commerce: Pick<CommerceContext, 'sealer' | 'settings' | 'resellers' | 'formerSlugs' | 'formerKeys'>,
  account: PaymentAccount,
): Promise<AccountKey[]> {
  const current = await findCurrentKey(commerce, account);
  const former = await findFormerKeys(commerce, account.resellerId);
  const ofMode = former.filter(({ livemode }) => livemode === account.livemode);
  const keys = [
    current,
    ...ofMode.map((former) => openSecret(commerce.sealer, 'former-payment-keys', former, 'sealedSecretKey')),
  ].filter((key) => key !== null);
  return [...new Set(keys)].map((secretKey) => ({ secretKey, isCurrent: secretKey === current }));
}

async function findCurrentKey(
  commerce: Pick<CommerceContext, 'sealer' | 'settings' | 'resellers' | 'formerSlugs'>,
  account: PaymentAccount,
): Promise<string | null> {
  if (account.resellerId === null) {
    return platformKey(commerce, await getSettings(commerce), account.livemode);
  }
  const reseller = await findReseller(commerce, account.resellerId, { withDeleted: true });
  if (!reseller?.sealedSecretKey || reseller.usesTestKeys === account.livemode) return null;
  return openSecret(commerce.sealer, 'resellers', reseller, 'sealedSecretKey');
}
