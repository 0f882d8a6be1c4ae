import { describe, expect, it } from '@jest/globals';
import { EMPTY_LEAD, missingFields, readLead, SAMPLE_LEAD } from '../src/capture/lead.ts';
import { findLinkedSlug, findSlug, isLinkTo, isLinkToOther } from '../src/capture/profile-address.ts';

describe('the address of a page', () => {
  it.each([
    ['/in/maya/', 'maya'],
    ['/in/maya', 'maya'],
    ['/IN/Maya', 'Maya'],
    ['/in/zo%C3%AB', 'zoë'],
    ['/in/maya%', 'maya%'],
    ['/in/maya/de/', 'maya'],
    ['/in/maya/pt-br/', 'maya'],
    ['/in/maya/zh_hant', 'maya'],
    ['/in/maya/overlay/contact-info/', 'maya'],
    ['/in/maya/de/overlay/', 'maya'],
    ['/in/mercedes', 'mercedes'],
    ['/in/name/', 'name'],
  ])('%s is a profile: %s', (path, slug) => {
    expect(findSlug(path)).toBe(slug);
  });

  it.each([
    '/feed/',
    '/in/',
    '/company/in/maya',
    '/in/maya/details/experience/',
    '/in/maya/d/',
    '/in/maya/12/',
    '/in/maya/pt+br/',
    '/in/maya/pt-b/',
    '/in/maya/pt-12/',
    '/in/maya/overlays/',
    '/in/me/',
    '/in/ME/',
    '/in/me/de/',
    '/in/unavailable',
    '/in/Unavailable/',
  ])('%s is no profile', (path) => {
    expect(findSlug(path)).toBeNull();
  });
});

describe('a link to a person', () => {
  it.each([
    ['https://www.linkedin.com/in/maya?trk=x', 'maya'],
    ['http://de.linkedin.com/in/maya/', 'maya'],
    ['//linkedin.com/in/maya#top', 'maya'],
    ['/in/zo%C3%AB/details/', 'zoë'],
    ['https://www.linkedin.com/messaging/?vanityName=maya&x=1', 'maya'],
    ['/talk?x=1&vanityName=maya#top', 'maya'],
  ])('%s leads to %s', (url, slug) => {
    expect(findLinkedSlug(url)).toBe(slug);
  });

  it.each([
    'https://evil.example/in/maya',
    'https://a1.linkedin.com/in/maya',
    '/company/in/maya',
    '/talk?notvanityName=maya',
    '/in/me/',
    '/talk?vanityName=unavailable',
    '/feed/',
  ])('%s leads to nobody', (url) => {
    expect(findLinkedSlug(url)).toBeNull();
  });

  it('ignores upper and lower case', () => {
    expect(isLinkTo('/in/MAYA/', 'maya')).toBe(true);
    expect(isLinkTo('/in/otto/', 'maya')).toBe(false);
    expect(isLinkTo('/feed/', 'maya')).toBe(false);
  });

  it('leads to another person only if both are known by name', () => {
    const id = 'ACoAAB1234567';
    expect(isLinkToOther('/in/otto/', 'maya')).toBe(true);
    expect(isLinkToOther('/in/Maya/', 'maya')).toBe(false);
    expect(isLinkToOther('/feed/', 'maya')).toBe(false);
    expect(isLinkToOther(`/in/${id}/`, 'maya')).toBe(false);
    expect(isLinkToOther('/in/otto/', id)).toBe(false);
    for (const name of [`x${id}`, `${id}.x`, 'ACoAAB123456', 'aCoAAB1234567', 'AC-AAB1234567'])
      expect(isLinkToOther(`/in/${name}/`, 'maya')).toBe(true);
  });
});

describe('a lead from another part of the extension', () => {
  it('has texts of at most 500 characters and an address of at most 2,000', () => {
    const address = (length: number) => 'https://www.linkedin.com/in/'.padEnd(length, 'x');
    for (const field of ['fullName', 'jobTitle', 'company', 'location', 'email'] as const) {
      const full = { ...SAMPLE_LEAD, [field]: 'x'.repeat(500) };
      expect(readLead(full)).toEqual(full);
      expect(readLead({ ...full, [field]: 'x'.repeat(501) })).toBeNull();
      expect(readLead({ ...full, [field]: 5 })).toBeNull();
    }
    expect(readLead({ ...SAMPLE_LEAD, profileUrl: address(2000) })?.profileUrl).toHaveLength(2000);
    expect(readLead({ ...SAMPLE_LEAD, profileUrl: address(2001) })).toBeNull();
  });

  it('may have no email and no count of connections, but no negative or broken count', () => {
    const unknown = { ...SAMPLE_LEAD, email: null, connections: null };
    expect(readLead(unknown)).toEqual(unknown);
    expect(readLead({ ...SAMPLE_LEAD, connections: 0 })?.connections).toBe(0);
    for (const connections of [-1, 1.5, Infinity, undefined])
      expect(readLead({ ...SAMPLE_LEAD, connections })).toBeNull();
  });

  it('has the whole address of a page of the site', () => {
    for (const profileUrl of [
      'see https://www.linkedin.com/in/maya',
      'https://www.linkedin.com/in/maya?trk=x',
      'https://www.linkedin.com/in/maya#top',
      'https://www.linkedin.com/',
    ])
      expect(readLead({ ...SAMPLE_LEAD, profileUrl })).toBeNull();
  });

  it('misses the fields that are empty or unknown', () => {
    expect(missingFields(SAMPLE_LEAD)).toEqual([]);
    expect(missingFields({ ...SAMPLE_LEAD, company: '', email: null })).toEqual(['company', 'email']);
    expect(missingFields({ ...SAMPLE_LEAD, connections: 0 })).toEqual([]);
    expect(missingFields(EMPTY_LEAD)).toEqual(Object.keys(SAMPLE_LEAD));
  });
});
