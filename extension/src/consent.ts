import { readStored, store } from './storage.ts';

/**
 * Whether the user has agreed to the data that is read and to its destination. Nothing is captured without
 * consent.
 */
export async function hasConsent(): Promise<boolean> {
  const { consentedAt } = await readStored('consentedAt');
  return typeof consentedAt === 'number';
}

export function setConsent(isGiven: boolean): Promise<void> {
  return store({ consentedAt: isGiven ? Date.now() : null });
}

export function openConsentPage(): void {
  void chrome.tabs.create({ url: 'onboarding.html#consent' });
}

/** Asks users who installed a version without this question. It asks once, before their next press. */
export async function askForConsentOnce(): Promise<void> {
  const { consentedAt } = await readStored('consentedAt');
  if (consentedAt !== undefined) return;
  await setConsent(false);
  openConsentPage();
}
