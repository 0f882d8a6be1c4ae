import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/dom';
import { setUpUser } from '@leadping/test-kit/web/set-up-user';
import type { LicenseState } from '../src/license/license-state.ts';
import { SHEET_SCRIPT } from '../src/pages/sheet-script.ts';
import { fakeStorage } from './fake-storage.ts';
import { fakeTexts } from './fake-texts.ts';

const HTML = readFileSync(path.join(import.meta.dirname, '../public/onboarding.html'), 'utf8');
const GATEWAY = 'https://leadping.example';
Object.assign(globalThis, { __GATEWAY_URL__: GATEWAY, __LICENSE_ROOT_KEY__: 'A'.repeat(43) });

let license: LicenseState = { status: 'none' };
jest.unstable_mockModule('../src/license/license-state.ts', () => ({
  WARN_DAYS: 7,
  readLicenseState: async () => license,
}));

const user = setUpUser();

/** Opens the page as it is after an installation. @returns what the browser stores */
async function openOnboarding(locale: string, stored: object = {}) {
  const storage = fakeStorage(stored);
  Object.assign(chrome, {
    ...fakeTexts(locale),
    permissions: { contains: (_wanted: unknown, done: (has: boolean) => void) => done(true) },
  });
  const page = new DOMParser().parseFromString(HTML, 'text/html');
  document.body.replaceChildren(...document.adoptNode(page.body).childNodes);
  jest.resetModules();
  await import('../src/pages/onboarding.ts');
  const consent = await screen.findByRole<HTMLInputElement>('checkbox');
  const section = consent.closest<HTMLElement>('section');
  if (!section) throw new Error('the consent is in no section');
  // French writes a non-breaking space inside quotation marks.
  const disclosed = section.textContent.replaceAll('\u00a0', ' ');
  return { storage, consent, disclosed, section: within(section) };
}

/** Statements that the onboarding must make in each language. */
const LANGUAGES = {
  en: {
    begins: /^I understand /,
    servers: 'Nothing of a profile passes our servers.',
    info: '“Contact info”',
  },
  de: {
    begins: /^Ich verstehe/,
    servers: 'Nichts aus einem Profil läuft über unsere Server.',
    info: '„Kontaktinfo“',
  },
  es: {
    begins: /^Entiendo /,
    servers: 'Nada de un perfil pasa por nuestros servidores.',
    info: '«Información de contacto»',
  },
  fr: {
    begins: /^Je comprends /,
    servers: 'Rien d’un profil ne passe par nos serveurs.',
    info: '« Coordonnées »',
  },
  pt_BR: {
    begins: /^Entendo /,
    servers: 'Nada de um perfil passa pelos nossos servidores.',
    info: '“Informações de contato”',
  },
};

describe.each(Object.entries(LANGUAGES))(
  'the onboarding in the language %s',
  (locale, { begins, servers, info }) => {
    it('asks for a consent that is not given yet, right below the disclosure, with links to the privacy page and an answer about the site’s terms', async () => {
      const { consent, section } = await openOnboarding(locale);
      expect(consent.checked).toBe(false);
      expect(consent.labels?.[0]?.textContent).toMatch(begins);
      expect(section.getByRole<HTMLAnchorElement>('link').href).toBe(`${GATEWAY}/privacy`);
      expect(section.getByText(/LinkedIn.{0,9}\?$/)).toBeTruthy();
      expect(section.getByText(/LinkedIn.{20,}LinkedIn.{20,}LinkedIn/)).toBeTruthy();
    });

    it('says that nothing of a profile passes our servers', async () => {
      const { disclosed } = await openOnboarding(locale);
      expect(disclosed).toContain(servers);
    });

    it('tells in one sentence how an email is captured, as the button does', async () => {
      const { disclosed } = await openOnboarding(locale);
      const tips = [...document.querySelectorAll('#next p')].map(({ textContent }) => textContent);
      const tip = tips.find((text) => text.includes(info.slice(1, -1).trim()));
      const hint = fakeTexts(locale).i18n.getMessage('emailHint');
      expect(disclosed).toContain(info);
      for (const text of [tip, hint]) expect(text?.match(/[.!?]/g)).toEqual(['.']);
      for (const text of [tip, hint]) expect(text?.replaceAll('\u00a0', ' ')).toContain(info);
    });
  },
);

describe('the disclosure', () => {
  it('names the seven details, where they go, what stays in the browser and what we receive', async () => {
    const { disclosed } = await openOnboarding('en');
    const promised = [
      'full name',
      'job title',
      'company',
      'location',
      'number of connections',
      'profile URL',
      'email address',
      'when you press Ping',
      'straight to the webhooks that you set',
      'at most 30 days',
      'for a year a code per profile',
      'switch off and clear both',
      'your license key with a random id',
      'which details were not found',
    ];
    expect(promised.filter((words) => !disclosed.includes(words))).toEqual([]);
  });

  it('is above the license key, the webhook and the test', async () => {
    const { consent } = await openOnboarding('en');
    for (const step of document.querySelectorAll('ol.steps > li'))
      expect(consent.compareDocumentPosition(step) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

describe('the consent', () => {
  it('is stored with its time when it is given, and taken back in the same place', async () => {
    const { storage, consent } = await openOnboarding('en');
    await user.click(consent);
    await waitFor(() => expect(storage.stored.consentedAt).toEqual(expect.any(Number)));
    await user.click(consent);
    await waitFor(() => expect(storage.stored.consentedAt).toBeNull());
  });

  it('is shown as given on the next visit', async () => {
    const { consent } = await openOnboarding('en', { consentedAt: 1 });
    expect(consent.checked).toBe(true);
  });
});

describe('the second step', () => {
  beforeEach(() => {
    license = { status: 'active', key: '7Q4K-M2XW', daysLeft: 30 };
  });
  afterEach(() => {
    license = { status: 'none' };
  });

  it('offers a spreadsheet to people without a webhook, and no test before a webhook is saved', async () => {
    await openOnboarding('en');
    const offer = (await screen.findByText('No webhook yet?')).closest('details');
    expect(offer?.textContent).toContain(SHEET_SCRIPT);
    expect(
      within(offer as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: 'Open a new sheet' }).href,
    ).toBe('https://sheets.new/');
    expect(screen.queryByRole('button', { name: /test/i })).toBeNull();
  });

  it('is done once a webhook is saved, and the third step has the one button for a test', async () => {
    const configurations = [
      {
        id: 'crm',
        name: 'CRM',
        url: 'https://crm.example.com/',
        preset: 'custom',
        mapping: {},
        chosen: true,
      },
    ];
    await openOnboarding('en', { configurations });
    await screen.findByText('Saved');
    expect(screen.queryByText('No webhook yet?')).toBeNull();
    expect(screen.getAllByRole('button', { name: /test/i })).toHaveLength(1);
  });
});

it('the guide on capturing tells in one sentence how an email is captured', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../guides/docs/basic-capture.mdx'), 'utf8');
  expect(guide).toMatch(/^To send the email too, open “Contact info” on the profile first: .+\w\.$/m);
});
