/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { captureProfile } from '../src/capture/capture-profile.ts';

const HEADLINE = 'Head of Sales at Nordlys Freight';

/** The job title captured from a page of the folder `fixtures/pages` with another headline. */
function captureTitle(id: string, headline: string): string {
  const html = readFileSync(path.join(import.meta.dirname, `fixtures/pages/${id}.html`), 'utf8');
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('main *'))
    if (element.childElementCount === 0 && element.textContent?.trim() === HEADLINE)
      element.textContent = headline;
  return captureProfile(page, id, {}).jobTitle;
}

/** Its Experience section lists "Director, Sales" as the current position. */
const WITH_POSITION = 'sdui-h2-plain';

describe('the job title', () => {
  it.each([
    '***Hiring*** dev',
    '🚀',
    '🚀🚀 ✨',
    'CTO {remote} <3 > 2',
    'undefined behavior hunter, ex-null',
    `Head of ${'very '.repeat(40)}long headlines`.padEnd(220, '!'),
  ])('is the headline as shown under the name, if the headline is %j', (headline) => {
    expect(captureTitle(WITH_POSITION, headline)).toBe(headline);
  });

  it.each(['20 000 000', '7', '**** ** *****', 'H*** of S****'])(
    'is empty and not the title of the current position, if the headline is %j',
    (headline) => expect(captureTitle(WITH_POSITION, headline)).toBe(''),
  );

  it.each(['--', '—', '- -'])('is the title of the current position, if the headline is %j', (headline) =>
    expect(captureTitle(WITH_POSITION, headline)).toBe('Director, Sales'),
  );

  it('is empty if the page shows no headline, because a changed page may lack the node of one', () =>
    expect(captureTitle(WITH_POSITION, '')).toBe(''));
});
