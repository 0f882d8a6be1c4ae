import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkTexts } from '../build/check-texts.ts';

describe('the check of the texts', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'texts-'));
    write('src/a.ts', "translate('greeting', name); const labels = { a: 'label' };");
    write('public/popup.html', '<title data-text="title"></title>');
    write('public/manifest.json', '{ "name": "__MSG_name__" }');
    writeTexts('en', { greeting: 'Hello $1', label: 'A', title: 'Popup', name: 'Leadping' });
    writeTexts('de', { greeting: 'Hallo $1', label: 'A', title: 'Popup', name: 'Leadping' });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(file: string, content: string): void {
    const full = path.join(root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  const writeTexts = (locale: string, texts: Record<string, string>) =>
    write(
      `public/_locales/${locale}/messages.json`,
      JSON.stringify(Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, { message }]))),
    );

  it('finds nothing if every text is used and translated', () => {
    expect(checkTexts(root)).toEqual([]);
  });

  it('finds a text that is missing, redundant, empty or has other placeholders in a language', () => {
    writeTexts('de', { greeting: 'Hallo', label: '', title: 'Popup', name: 'Leadping', more: 'Mehr' });
    expect(checkTexts(root)).toEqual([
      'de: greeting has other placeholders than English',
      'de: label is missing',
      'de: more does not exist in English',
    ]);
  });

  it('finds an undefined text that a source, a page or the manifest uses', () => {
    write('src/b.ts', "text('fromSource')");
    write('public/options.html', '<nav data-label="fromPage"></nav>');
    write('public/manifest.json', '{ "name": "__MSG_name__", "description": "__MSG_fromManifest__" }');
    expect(checkTexts(root)).toEqual([
      'fromSource is used and does not exist',
      'fromPage is used and does not exist',
      'fromManifest is used and does not exist',
    ]);
  });

  it('finds a text of one language in a page', () => {
    write('public/options.html', '<h1>Settings</h1><p data-text="label"></p>');
    expect(checkTexts(root)).toEqual(['“Settings” is in a page and in one language only']);
  });

  it('finds an unused text', () => {
    write('src/a.ts', "translate('greeting', name);");
    expect(checkTexts(root)).toEqual(['label is not used']);
  });
});
