import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { isTestModeOn } from './get-settings.ts';
import { platformKey } from './platform-key.ts';
import type { SettingsDocument } from './settings.model.ts';

/** Shorter than the timeout of the admin's page, in ms. */
const TIMEOUT_MS = 4000;

/**
 * Refuses a save that would have the platform sell with no key, or with one that Stripe rejects: every checkout would fail
 * from that moment on. Where Stripe does not reply, the admin's word counts.
 * @throws {DomainError} VALIDATION_FAILED
 */
export async function checkSellingKey(
  commerce: Pick<CommerceContext, 'sealer' | 'paymentProvider'>,
  before: SettingsDocument,
  after: SettingsDocument,
): Promise<void> {
  const livemode = !isTestModeOn(after);
  const key = platformKey(commerce, after, livemode);
  if (key === platformKey(commerce, before, !isTestModeOn(before))) return;
  if (key === null) {
    throw new DomainError(
      'VALIDATION_FAILED',
      'Test mode stays on, because no live secret key is stored and every checkout would fail. Save a live secret key first.',
    );
  }
  if ((await commerce.paymentProvider.checkAccount(key, TIMEOUT_MS)) === 'rejected') {
    throw new DomainError(
      'VALIDATION_FAILED',
      `Nothing was saved, because Stripe rejects the ${livemode ? 'live' : 'test'} secret key and every checkout would fail. Copy the key again from Developers > API keys in your Stripe dashboard.`,
    );
  }
}
