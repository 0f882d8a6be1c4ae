/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { findPublished, findPublishedCard } from '../src/capture/find-published.ts';
import { findAddress, findPublishedAddress } from '../src/capture/published-path.ts';
import { readLines } from '../src/capture/read-lines.ts';

const PAGE = `<main>
  <aside><p class="who">Otto Fremd</p></aside>
  <div id="card">
    <a href="/in/zo%C3%AB-kim/"><h2>Zoë Kim</h2></a>
    <p>·</p><p>2nd</p>
    <p><span aria-hidden="true">Head of <b>Sales</b></span><span>Head of <b>Sales</b></span></p>
    <p>  Oslo,
       Norway </p><p>Oslo, Norway</p>
    <p class="who">Nordlys</p>
  </div>
  <p class="who">Elsewhere</p>
</main>`;

describe('published selectors', () => {
  const open = () => {
    const page = new DOMParser().parseFromString(PAGE, 'text/html');
    return { page, card: page.querySelector('#card') };
  };
  const find = (published: SelectorSet, key: Parameters<typeof findPublished>[0], hasCard = true) => {
    const { page, card } = open();
    const search = { page, slug: 'zoë-kim', published, card: hasCard ? card : null, deadline: Infinity };
    return [...findPublished(key, search)].map((found) => found.map(({ text }) => text));
  };

  it('find elements inside the card first', () => {
    expect(find({ company: ['.gone', '.who'] }, 'company')).toEqual([
      [],
      ['Nordlys', 'Otto Fremd', 'Elsewhere'],
    ]);
    expect(find({ company: ['.who'] }, 'company', false)).toEqual([['Otto Fremd', 'Nordlys', 'Elsewhere']]);
  });

  it('find fields of the profile only inside the card if they name the card', () => {
    const topCard = ['#card'];
    expect(find({ topCard, location: ['.who'] }, 'location')).toEqual([['Nordlys']]);
    expect(find({ topCard, email: ['.who'] }, 'email')[0]).toHaveLength(3);
  });

  it('find a position among siblings, a line of an element and a line of the card', () => {
    expect(find({ jobTitle: ['#card p:nth-of-type(3)'] }, 'jobTitle')).toEqual([['Head of Sales']]);
    expect(find({ jobTitle: ['main > div:line(3)', ':line(3)'] }, 'jobTitle')).toEqual([
      ['Head of Sales'],
      ['Head of Sales'],
    ]);
    expect(find({ jobTitle: [':line(40)'] }, 'jobTitle')).toEqual([[]]);
    expect(find({ jobTitle: [':line(3)'] }, 'jobTitle', false)).toEqual([[]]);
  });

  it('find the person in the address by {slug}', () => {
    expect(find({ shown: ['a[href*="/in/{slug}/"]', 'a[href="{slug}/{slug}"]'] }, 'shown')).toEqual([
      ['Zoë Kim'],
      [],
    ]);
  });

  it.each([
    'main p',
    'main > div > p',
    'main div p b',
    'main > div p > span b',
    'div > p:nth-of-type(3) > span b',
    'p > p',
    'main main',
    'aside .who',
    'div#card p.who',
    '[id="card"] [class="who"]',
    'main > [id*="ca rd"], p',
    'main [href*="/in/{slug}/"] > h2',
    'span span',
  ])('find the same elements by %s as a browser does', (selector) => {
    const { page } = open();
    const css = selector.replace('{slug}', encodeURIComponent('zoë-kim'));
    const found = [
      ...findPublished('email', {
        page,
        slug: 'zoë-kim',
        published: { email: [selector] },
        card: null,
        deadline: Infinity,
      }),
    ];
    const expected = selector.includes(',') ? [] : [...page.querySelectorAll(css)].slice(0, 4);
    expect(found.flat().map(({ element }) => element)).toEqual(expected);
  });

  it('name the first element that contains the name as the top card', () => {
    const { page, card } = open();
    const search = { page, slug: 'x', published: { topCard: ['aside', 'main > div'] }, deadline: Infinity };
    expect(findPublishedCard(search, page.querySelector('h2'))).toBe(card);
    expect(findPublishedCard(search, null)).toBe(page.querySelector('aside'));
    expect(findPublishedCard({ ...search, published: {} }, null)).toBeNull();
  });

  it('find nothing after the deadline, and nothing for a selector that the browser cannot parse', () => {
    const { page, card } = open();
    const search = { page, slug: 'x', published: { fullName: ['h2'] }, card, deadline: -1 };
    expect([...findPublished('fullName', search)]).toEqual([]);
    expect(find({ fullName: ['h2:unknown', 'h2'] }, 'fullName')).toEqual([[], ['Zoë Kim']]);
  });
});

describe('the lines of an element', () => {
  it('are its texts in reading order without duplicates and scripts', () => {
    const { body } = new DOMParser().parseFromString(`${PAGE}<script>let x</script>`, 'text/html');
    expect(readLines(body).map(({ text }) => text)).toEqual([
      'Otto Fremd',
      'Zoë Kim',
      '2nd',
      'Head of Sales',
      'Oslo, Norway',
      'Nordlys',
      'Elsewhere',
    ]);
  });
});

describe('a published path', () => {
  it.each([
    ['/in/zo%C3%AB/', 'zoë', 'https://www.linkedin.com/in/zo%C3%AB'],
    ['/people/de/zo%C3%AB/about', 'zoë', 'https://www.linkedin.com/people/de/zo%C3%AB'],
    ['/in/%E0%A4%A/', '%E0%A4%A', 'https://www.linkedin.com/in/%25E0%25A4%25A'],
  ])('reads the person in %s', (pathname, slug, profileUrl) => {
    const paths = ['/gone/{slug}', '/people/*/{slug}/about', '/in/{slug}/'];
    expect(findPublishedAddress(pathname, paths)).toEqual({ slug, profileUrl });
  });

  it('takes precedence over the built-in path', () => {
    const profileUrl = 'https://www.linkedin.com/people/zoe';
    expect(findAddress('/people/zoe/', ['/people/{slug}'])).toEqual({ slug: 'zoe', profileUrl });
    expect(findAddress('/in/zoe/', ['/people/{slug}'])?.profileUrl).toBe('https://www.linkedin.com/in/zoe');
    expect(findAddress('/people/zoe/')).toBeNull();
  });

  it.each(['/in/', '/in//', '/in/zoe/details', '/feed/zoe', '/'])('reads no person in %s', (pathname) =>
    expect(findPublishedAddress(pathname, ['/in/{slug}'])).toBeNull(),
  );
});
