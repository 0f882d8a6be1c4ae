import { describe, expect, it } from '@jest/globals';
import { askForConsentOnce, hasConsent, setConsent } from '../src/consent.ts';
import { fakeStorage } from './fake-storage.ts';

describe('the consent', () => {
  function install(stored: object): string[] {
    fakeStorage(stored);
    const opened: string[] = [];
    Object.assign(chrome, { tabs: { create: ({ url }: { url: string }) => opened.push(url) } });
    return opened;
  }

  it('is requested once after an update from a version without consent, and is not given by the update', async () => {
    const opened = install({ license: {} });
    await askForConsentOnce();
    await askForConsentOnce();
    expect(opened).toEqual(['onboarding.html#consent']);
    expect(await hasConsent()).toBe(false);
  });

  it('is not requested again once it was given, and can be withdrawn', async () => {
    const opened = install({ license: {} });
    await setConsent(true);
    await askForConsentOnce();
    expect(opened).toEqual([]);
    expect(await hasConsent()).toBe(true);
    await setConsent(false);
    expect(await hasConsent()).toBe(false);
  });
});
