import { readFileSync } from 'node:fs';
import path from 'node:path';

type Messages = Record<string, { message: string }>;

/** Stands in for `chrome.i18n`, with the texts of a language. */
export function fakeTexts(locale = 'en'): { i18n: Pick<typeof chrome.i18n, 'getMessage'> } {
  const file = path.join(import.meta.dirname, `../public/_locales/${locale}/messages.json`);
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Messages;
  const getMessage = (key: string, substitutions: string | (string | number)[] = []) =>
    (messages[key]?.message ?? '').replace(/\$(\d)/g, (_whole, place) =>
      String(substitutions[Number(place) - 1] ?? ''),
    );
  return { i18n: { getMessage } };
}

/** English, as a reader sees it. */
export function say(texts: readonly (readonly unknown[])[]): string {
  const { getMessage } = fakeTexts().i18n;
  const one = ([key, ...substitutions]: readonly unknown[]): string =>
    getMessage(
      String(key),
      substitutions.map((given) => (Array.isArray(given) ? one(given) : String(given))),
    );
  return texts.map(one).join(' ');
}
