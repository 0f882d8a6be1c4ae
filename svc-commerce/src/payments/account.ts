import type { CommerceContext } from '../context.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import type { ResellerDocument } from '../resellers/reseller.model.ts';
import { findFormerKeys } from './former-keys.model.ts';
import { getSettings, isTestModeOn } from '../settings/get-settings.ts';
import type { SettingsDocument } from '../settings/settings.model.ts';

/** One payment account in one mode: the platform's (`resellerId` null) or a reseller's. */
export interface PaymentAccount {
  resellerId: string | null;
  livemode: boolean;
}

/** The name of an account in the database and in logs. */
export function accountName({ resellerId, livemode }: PaymentAccount): string {
  return `${resellerId ?? 'platform'}:${livemode ? 'live' : 'test'}`;
}

export function isSameAccount(a: PaymentAccount, b: PaymentAccount): boolean {
  return a.resellerId === b.resellerId && a.livemode === b.livemode;
}

export function platformKey(
  { sealer }: Pick<CommerceContext, 'sealer'>,
  settings: SettingsDocument,
  livemode: boolean,
): string | null {
  const sealed = livemode ? settings.sealedLiveKey : settings.sealedTestKey;
  return sealed === null ? null : sealer.open(sealed);
}

/** A reseller sells once all three keys are stored; test keys count only while the platform is in test mode. */
export function isPaymentConfigured(
  reseller: Pick<
    ResellerDocument,
    'sealedSecretKey' | 'sealedPublishableKey' | 'sealedWebhookSecret' | 'usesTestKeys'
  >,
  settings: SettingsDocument,
): boolean {
  const isComplete =
    reseller.sealedSecretKey !== null &&
    reseller.sealedPublishableKey !== null &&
    reseller.sealedWebhookSecret !== null;
  return isComplete && (!reseller.usesTestKeys || isTestModeOn(settings));
}

/** The secret keys of an account: the current one first, then the former ones, with which something may have begun. */
export async function findSecretKeys(
  commerce: Pick<CommerceContext, 'sealer' | 'settings' | 'resellers' | 'formerKeys'>,
  account: PaymentAccount,
): Promise<string[]> {
  const current = await findCurrentKey(commerce, account);
  const former = await findFormerKeys(commerce, account.resellerId);
  const ofMode = former.filter(({ livemode }) => livemode === account.livemode);
  const sealed = ofMode.flatMap(({ sealedSecretKey }) => (sealedSecretKey === null ? [] : [sealedSecretKey]));
  return [...new Set([...(current === null ? [] : [current]), ...sealed.map(commerce.sealer.open)])];
}

async function findCurrentKey(
  commerce: Pick<CommerceContext, 'sealer' | 'settings' | 'resellers'>,
  account: PaymentAccount,
): Promise<string | null> {
  if (account.resellerId === null) {
    return platformKey(commerce, await getSettings(commerce), account.livemode);
  }
  const reseller = await findReseller(commerce, account.resellerId, { withDeleted: true });
  if (!reseller?.sealedSecretKey || reseller.usesTestKeys === account.livemode) return null;
  return commerce.sealer.open(reseller.sealedSecretKey);
}
