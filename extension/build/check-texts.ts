import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Messages = Record<string, { message: string }>;

/**
 * Compares the languages with English, and English with the sources. @returns faults. The types find the remaining
 * unknown keys.
 */
export function checkTexts(root: string): string[] {
  const locales = path.join(root, 'public/_locales');
  const read = (locale: string) =>
    JSON.parse(readFileSync(path.join(locales, locale, 'messages.json'), 'utf8')) as Messages;
  const english = read('en');
  const keys = Object.keys(english);
  const faults: string[] = [];

  for (const locale of readdirSync(locales)) {
    const messages = read(locale);
    for (const key of keys) {
      const translated = messages[key]?.message;
      if (!translated) faults.push(`${locale}: ${key} is missing`);
      else if (placeholders(translated) !== placeholders(english[key]?.message ?? ''))
        faults.push(`${locale}: ${key} has other placeholders than English`);
    }
    for (const key of Object.keys(messages))
      if (!(key in english)) faults.push(`${locale}: ${key} does not exist in English`);
  }

  const sources = readAll(path.join(root, 'src'), '.ts');
  const pages = readAll(path.join(root, 'public'), '.html', 'manifest.json');
  const named = new Set([
    ...find(sources, /\b(?:text|translate|translateNodes)\(\s*'(\w+)'/g),
    ...find(pages, /\bdata-(?:text|label|placeholder)="(\w+)"/g),
    ...find(pages, /__MSG_(\w+)__/g),
  ]);
  for (const key of named) if (!(key in english)) faults.push(`${key} is used and does not exist`);
  for (const text of find(pages, />([^<>]+)</g).filter((between) => /[A-Za-z]/.test(between)))
    faults.push(`“${text.trim()}” is in a page and in one language only`);
  const quoted = new Set(find(sources, /'(\w+)'/g));
  for (const key of keys) if (!named.has(key) && !quoted.has(key)) faults.push(`${key} is not used`);
  return faults;
}

const find = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, key]) => key ?? '');
const placeholders = (message: string) => [...new Set(message.match(/\$\d/g))].sort().join(' ');
const readAll = (folder: string, ...endings: string[]) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
