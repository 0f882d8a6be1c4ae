import type messages from '../public/_locales/en/messages.json';

/**
 * The names of screen texts. English defines them, and the build checks that every other language has the
 * same ones.
 */
export type TextKey = keyof typeof messages;

/**
 * A text for another part of the extension. `chrome.i18n.getMessage` works in the worker only since Chrome
 * 100, so the worker names its texts, and the button and the pages translate them. A substitution may be a
 * text as well.
 */
export type Text = readonly [key: TextKey, ...substitutions: (string | Text)[]];

export const text = (...named: Text): Text => named;

/** The text in the browser's language, with `$1` and so on replaced. */
export function translate(...[key, ...substitutions]: Text): string {
  return chrome.i18n.getMessage(
    key,
    substitutions.map((one) => (typeof one === 'string' ? one : translate(...one))),
  );
}
