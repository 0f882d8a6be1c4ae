import { isDeepStrictEqual } from 'node:util';
import type { CommerceContext } from '../context.ts';
import { tryTax } from '../taxes/try-tax.ts';
import { isTestModeOn } from './get-settings.ts';
import { platformKey } from './platform-key.ts';
import type { SettingsDocument } from './settings.model.ts';

/**
 * Refuses a tax that Stripe refuses for the account that sells after this save.
 * @throws {DomainError} VALIDATION_FAILED, UNAVAILABLE
 */
export async function checkTax(
  commerce: Pick<CommerceContext, 'sealer' | 'paymentProvider' | 'config'>,
  before: SettingsDocument,
  after: SettingsDocument,
): Promise<void> {
  const keyIn = (settings: SettingsDocument) => platformKey(commerce, settings, !isTestModeOn(settings));
  const secretKey = keyIn(after);
  if (secretKey === keyIn(before) && isDeepStrictEqual(before.tax, after.tax)) return;
  const money = { amountMinor: after.mainProductPrice, currency: 'USD' } as const;
  await tryTax(commerce, { secretKey, money, tax: after.tax });
}
