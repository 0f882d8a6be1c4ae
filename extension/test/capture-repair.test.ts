/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { readProfile } from '../src/capture/capture-profile.ts';

const NAME: SelectorSet = { fullName: ['x-name'] };

/** A page without evidence of a known kind. */
function read(published: SelectorSet, { title = 'LinkedIn', name = 'Maya Lindqvist', links = '' } = {}) {
  const html = `<title>${title}</title><main data-of="maya-lindqvist">
    <x-card><x-row>${name.startsWith('<') ? name : `<x-name>${name}</x-name>`}</x-row><x-headline>VP of Sales</x-headline>${links}</x-card></main>`;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { lead, name: person } = readProfile(page, 'maya-lindqvist', published, Infinity);
  return { fullName: lead.fullName, jobTitle: lead.jobTitle, isLinked: person.isLinked };
}

const own = '<a href="/in/maya-lindqvist/overlay/photo/">Photo</a>';
const other = '<a href="/in/otto-fremd/">Otto Fremd</a>';
const LINKED_NAME = '<a href="/in/maya-lindqvist/"><x-name>Maya Lindqvist</x-name></a>';

describe.each([
  'Maya Lindqvist (She/Her) | LinkedIn',
  'Profile of Maya Lindqvist | LinkedIn',
  'Otto Fremd | LinkedIn',
])('a published name on a page with the title %j', (title) => {
  it('is nobody if nothing else names the person', () => {
    expect(read(NAME, { title }).fullName).toBe('');
    expect(read({ ...NAME, topCard: ['x-card'] }, { title, links: other }).fullName).toBe('');
    expect(read({ ...NAME, shown: ['main[data-of="otto-fremd"]'] }, { title }).fullName).toBe('');
  });

  it('is the person if the published `shown` matches', () => {
    const published = { ...NAME, shown: ['main[data-of="{slug}"]'], jobTitle: ['x-headline'] };
    expect(read(published, { title })).toMatchObject({ fullName: 'Maya Lindqvist', jobTitle: 'VP of Sales' });
  });

  it('is the person if the published top card links to the slug', () => {
    const published = { ...NAME, topCard: ['x-card'], jobTitle: ['x-headline'] };
    expect(read(published, { title, links: own })).toEqual({
      fullName: 'Maya Lindqvist',
      jobTitle: 'VP of Sales',
      isLinked: true,
    });
  });

  it('is the person if the name links to the slug', () => {
    expect(read(NAME, { title, name: LINKED_NAME }).fullName).toBe('Maya Lindqvist');
  });

  it('is nobody if it is no name or links to another person', () => {
    const published = { ...NAME, shown: ['main'] };
    expect(read(published, { title, name: 'LinkedIn Member' }).fullName).toBe('');
    const linked = '<a href="/in/otto-fremd/"><x-name>Otto Fremd</x-name></a>';
    expect(read(published, { title, name: linked }).fullName).toBe('');
  });
});
