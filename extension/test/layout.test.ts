/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fingerprintLayout } from '../src/capture/layout.ts';
import { LAYOUTS } from './fixtures/layouts.ts';
import { PEOPLE } from './fixtures/people.ts';

const fingerprint = (html: string) => fingerprintLayout(new DOMParser().parseFromString(html, 'text/html'));

describe('the fingerprint of a layout', () => {
  it('is equal for all people in one layout, and differs between layouts', () => {
    const ofLayouts = Object.values(LAYOUTS).map(
      (layout) => new Set(PEOPLE.map((person) => fingerprint(layout(person)))),
    );
    for (const ofPeople of ofLayouts) expect([...ofPeople]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
    expect(new Set(ofLayouts.flatMap((ofPeople) => [...ofPeople])).size).toBeGreaterThan(3);
  });

  it('consists of names only', () => {
    const page = (name: string, id: string) =>
      `<html lang="${id}"><main id="${id}"><script>x</script><div dir="rtl" class="${id}" data-v-7ba5="${id}"><h1>${name}</h1></div></main></html>`;
    expect(fingerprint(page('Ada', 'a'))).toBe(fingerprint(page('Grace', 'b')));
    expect(fingerprint(page('Ada', 'a'))).not.toBe(fingerprint(page('Ada', 'a').replace('class', 'title')));
    expect(fingerprint(page('Ada', 'a'))).not.toBe(fingerprint(page('Ada', 'a').replaceAll('h1', 'h2')));
  });
});
