import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUESTIONS } from '../src/copy/faq.ts';
import { PRIVACY } from '../src/copy/privacy.ts';
import { TERMS } from '../src/copy/terms.ts';

/**
 * The store compares the listing, its privacy answers, the policy and the extension's own disclosure, and
 * rejects an extension whose texts contradict each other.
 */
const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const plain = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ');
const LISTING = read('extension/store/listing.md');
const sectionOf = (title: string) => plain(LISTING.split(/^## /m).find((one) => one.startsWith(title)) ?? '');
const messages = JSON.parse(read('extension/public/_locales/en/messages.json')) as Record<
  string,
  { message: string }
>;
const say = (key: string) => plain(messages[key]?.message ?? '');
const answerTo = (id: string) => plain(QUESTIONS.find((one) => one.id === id)?.answer ?? '');

const PLACES = {
  'the store’s description': sectionOf('Description'),
  'the store’s privacy answers': sectionOf('Privacy answers'),
  'the privacy policy': plain(JSON.stringify(PRIVACY)),
  'the terms': plain(JSON.stringify(TERMS)),
  'the FAQ': plain(QUESTIONS.map(({ answer }) => answer).join(' ')),
  'the onboarding': Object.keys(messages)
    .filter((key) => /^(?:disclosure|consent|isAllowed)/.test(key))
    .map(say)
    .join(' '),
};
type Place = keyof typeof PLACES;

const SEVEN = ['full name', 'job title', 'company', 'location', 'connections', 'profile URL', 'email'];

const STATEMENTS: Record<string, Partial<Record<Place, RegExp>>> = {
  'website content is handled': {
    'the store’s privacy answers': /Website content: yes, the text of the profile that is open/,
    'the privacy policy': /uses the content of a profile page only for its single purpose/,
  },
  'the use of website content adheres to the Limited Use requirements': {
    'the store’s privacy answers':
      /use of all user data, website content included, adheres to the Chrome Web Store User Data Policy, including the Limited Use requirements\./,
    'the privacy policy':
      /use of all user data, website content included, adheres to the Chrome Web Store User Data Policy, including the Limited Use requirements\./,
  },
  'nothing of a profile passes our servers': {
    'the store’s description': /from your browser to your webhook\. They never pass through us\./,
    'the store’s privacy answers': /Nothing of it reaches Leadping\./,
    'the privacy policy': /goes from your browser to the address that you chose; it does not come to us\./,
    'the terms': /go from your browser to your address and do not pass through us\./,
    'the FAQ': /from your browser to your address and does not pass through Leadping servers\./,
    'the onboarding': /straight to the webhooks that you set\. Nothing of a profile passes our servers\./,
  },
  'a capture is read when the button is pressed': {
    'the store’s description': /Press Ping, and the person is in your CRM/,
    'the store’s privacy answers': /read when the user presses the button/,
    'the privacy policy': /at the moment you press the button/,
    'the terms': /When you press it, it reads seven data points of the profile you have open/,
    'the FAQ': /when you press the button/,
    'the onboarding': /Read when you press Ping:/,
  },
  'captures stay on the device for at most 30 days': {
    'the store’s privacy answers': /kept on the device for at most 30 days/,
    'the privacy policy': /deleted after 30 days at the latest/,
    'the onboarding': /your captures for at most 30 days/,
  },
  'a code per profile stays for a year and can be cleared and switched off': {
    'the store’s privacy answers':
      /For a year the device keeps a keyed hash .*the user can clear it and switch it off/,
    'the privacy policy':
      /For a year your device also keeps a code for each profile .*you can clear it or switch it off/,
    'the onboarding': /for a year a code per profile .*You can switch off and clear both/,
  },
  'we receive the license key and a random identifier': {
    'the store’s privacy answers':
      /the license key, sent to Leadping to check the license, with a random identifier/,
    'the privacy policy': /License: the key, .* for each device a random identifier/,
    'the onboarding': /What we receive: your license key with a random id/,
  },
  'we receive which fields were not found, and nothing of the profile': {
    'the store’s privacy answers':
      /names of fields that were not found on a page.*Nothing of the profile and not its address is in it/,
    'the privacy policy':
      /names of fields that were not found.*holds nothing of the profile and not its address/,
    'the FAQ': /count which fields were not found, without anything of the profile/,
    'the onboarding': /which details were not found\. Nothing about the person\./,
  },
  'nothing is captured before a consent': {
    'the store’s description': /Before the first capture Leadping .* asks for your consent\./,
    'the store’s privacy answers': /Nothing is captured before the user has ticked “I understand”/,
    'the privacy policy': /Before the first capture the extension asks for your consent/,
    'the onboarding': /I understand that .*Without it nothing is captured\./,
  },
  'the site’s terms restrict such tools': {
    'the store’s description':
      /LinkedIn's terms restrict tools that copy profile data; whether you use it there is your decision\./,
    'the terms':
      /The terms of that site may restrict tools that copy profile data: you decide whether you use the extension there/,
    'the FAQ':
      /LinkedIn's terms restrict tools that copy profile data, .*Whether you use it there is your decision\./,
    'the onboarding':
      /LinkedIn's terms restrict tools that copy profile data, .*Whether you use it there is your decision\./,
  },
  'we are not affiliated with the site': {
    'the store’s description': /not affiliated with LinkedIn/,
    'the privacy policy': /is not affiliated with us/,
    'the FAQ': /not affiliated with LinkedIn/,
    'the onboarding': /not affiliated with LinkedIn/,
  },
  'one click captures one profile': {
    'the store’s description': /One click, one profile\. There is no bulk collection and no automation\./,
    'the terms': /get around the license check or the one-click, one-profile way of working/,
    'the FAQ': /One click captures one profile\./,
    'the onboarding': /the one profile you have open .* does nothing by itself/,
  },
  'the data are not sold': {
    'the store’s privacy answers': /Not sold, .* not used for creditworthiness or lending/,
    'the privacy policy': /not sold, not used for advertising or to judge creditworthiness/,
  },
};

describe('the texts for the store and the pages agree that', () => {
  it.each(Object.entries(STATEMENTS))('%s', (_statement, places) => {
    const missing = Object.entries(places).filter(([place, words]) => !words.test(PLACES[place as Place]));
    expect(missing.map(([place]) => place)).toEqual([]);
  });

  it('the same seven details are captured', () => {
    const { 'the store’s privacy answers': _answers, 'the terms': _terms, ...places } = PLACES;
    const missing = Object.entries(places).flatMap(([place, text]) =>
      SEVEN.filter((detail) => !text.includes(detail)).map((detail) => `${place}: ${detail}`),
    );
    expect(missing).toEqual([]);
  });

  it('the single purpose is the same', () => {
    const purpose = /Sends? (the profile that .+?, when .+? the button)\./i;
    const toReader = (text: string) =>
      text.replaceAll('the user presses', 'you press').replaceAll('the user', 'you');
    const [, stated = 'no purpose'] = purpose.exec(sectionOf('Single purpose')) ?? [];
    expect(PLACES['the privacy policy']).toContain(toReader(stated).replaceAll('you has', 'you have'));
  });

  it('the terms do not forbid the intended use of the product', () => {
    const forbidden = TERMS.sections.find(({ id }) => id === 'license')?.list?.join(' ') ?? 'no list';
    expect(forbidden).toMatch(/share, publish or resell your key/);
    expect(forbidden).not.toMatch(/profile data|personal data|copy profiles|scrap|collect|LinkedIn/i);
  });

  it('the answer to “Is this allowed on LinkedIn?” is the same in the FAQ and the onboarding', () => {
    const words = (text: string) => text.toLowerCase().match(/[\w']+/g);
    expect(words(answerTo('allowed'))).toEqual(words(say('isAllowedText')));
    expect(QUESTIONS.find(({ id }) => id === 'allowed')?.question).toBe(say('isAllowed'));
  });
});
