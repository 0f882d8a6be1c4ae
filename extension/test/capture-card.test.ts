/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { captureProfile } from '../src/capture/capture-profile.ts';
import { LEAD_FIELDS } from '../src/capture/lead.ts';

const PAGES = path.join(import.meta.dirname, 'fixtures/pages');
const parse = (id: string) =>
  new DOMParser().parseFromString(readFileSync(`${PAGES}/${id}.html`, 'utf8'), 'text/html');

/** Elements of the top card that have a text and no element inside. */
const findLeaves = (page: Document) => {
  const card = page.querySelector(
    '[componentkey$=Topcard],.pv-top-card,.top-card-layout,.basic-profile-section, main > section, main > div',
  );
  return Array.from(card?.querySelectorAll('*') ?? []).filter(
    (one) => one.childElementCount === 0 && one.textContent?.trim() && !one.closest('style,script'),
  );
};

function makeHeading(element: Element | undefined, level: number): void {
  const heading = element?.ownerDocument.createElement(`h${level}`);
  if (!element || !heading) return;
  heading.append(...Array.from(element.childNodes));
  // A link stays one.
  if (element.matches('a,button')) element.append(heading);
  else element.replaceWith(heading);
}

describe('a top card', () => {
  it.each([
    'ember24-plain',
    'ember24-verified-pronouns',
    'ember22-pronouns',
    'mobile',
    'li2020',
    'guest-no-ld',
    'sdui-h1',
    'sdui-h2-plain',
    'sdui-h2-no-contact',
    'sdui-p-creator',
    'creator-es',
  ])('of page %s keeps its values whichever of its texts is a heading', (id) => {
    const expected = captureProfile(parse(id), id, {});
    const wrong: string[] = [];
    let right = 0;
    let all = 0;
    const { length } = findLeaves(parse(id));
    for (let leaf = 0; leaf < length; leaf += 1) {
      for (const level of [1, 2, 3, 4]) {
        const page = parse(id);
        makeHeading(findLeaves(page)[leaf], level);
        const lead = captureProfile(page, id, {});
        for (const field of LEAD_FIELDS) {
          all += 1;
          if (lead[field] === expected[field]) right += 1;
          else
            wrong.push(
              `${findLeaves(parse(id))[leaf]?.textContent?.trim()} as h${level}: ${field} is ${JSON.stringify(lead[field])}`,
            );
        }
      }
    }
    expect(length).toBeGreaterThan(3);
    expect(wrong.filter((one) => !/is (?:""|null)$/.test(one))).toEqual([]);
    expect({ id, share: right / all, wrong }).toEqual({ id, share: 1, wrong: [] });
  });

  it('is read although it is indented with more white space than a text may have characters', () => {
    const page = parse('ember24-plain');
    for (const leaf of findLeaves(page))
      leaf.textContent = `${'\n'.padEnd(4000)}${leaf.textContent}${' '.repeat(4000)}`;
    expect(captureProfile(page, 'ember24-plain', {})).toEqual(
      captureProfile(parse('ember24-plain'), 'ember24-plain', {}),
    );
  });

  it('ends at the Experience section although its texts are links and no key marks it', () => {
    const page = parse('y-k-4');
    for (const one of page.querySelectorAll('*'))
      for (const name of ['id', 'class', 'componentkey']) one.removeAttribute(name);
    expect(['', 'Grainmill']).toContain(captureProfile(page, 'y-k-4', {}).company);
  });
});
