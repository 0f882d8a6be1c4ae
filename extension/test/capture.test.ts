/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { captureProfile } from '../src/capture/capture-profile.ts';
import { LEAD_FIELDS, type Lead, type LeadField } from '../src/capture/lead.ts';
import { LAYOUTS, type LayoutName } from './fixtures/layouts.ts';
import { MUTATIONS } from './fixtures/mutations.ts';
import { PEOPLE, type Person } from './fixtures/people.ts';

const parser = new DOMParser();

function expectedOf(person: Person): Lead {
  const { fullName, jobTitle, company, location, connections, slug, email } = person;
  const profileUrl = `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
  return { fullName, jobTitle, company, location, connections, profileUrl, email };
}

interface Count {
  right: number;
  empty: number;
  wrong: string[];
}

function judge(captured: Lead, person: Person, counts: Record<LeadField, Count>, where: string): void {
  const expected = expectedOf(person);
  for (const field of LEAD_FIELDS) {
    const count = counts[field];
    const value = captured[field];
    if (value === expected[field]) count.right += 1;
    else if (value === '' || value === null) count.empty += 1;
    else
      count.wrong.push(
        `${where}: ${field} is ${JSON.stringify(value)}, not ${JSON.stringify(expected[field])}`,
      );
  }
}

const emptyCounts = () =>
  Object.fromEntries(
    LEAD_FIELDS.map((field): [LeadField, Count] => [field, { right: 0, empty: 0, wrong: [] }]),
  ) as Record<LeadField, Count>;

describe('capture', () => {
  it(`reads ${Object.keys(LAYOUTS).length} layouts in ${PEOPLE.length} scripts, each mutated in ${MUTATIONS.length} ways, without one wrong value [P1.03]`, () => {
    const counts = emptyCounts();
    for (const [layout, draw] of Object.entries(LAYOUTS)) {
      for (const person of PEOPLE) {
        for (const { name, apply } of MUTATIONS) {
          const page = parser.parseFromString(draw(person), 'text/html');
          apply(page);
          judge(
            captureProfile(page, person.slug, {}),
            person,
            counts,
            `${layout}, ${person.language}, ${name}`,
          );
        }
      }
    }
    const pages = Object.keys(LAYOUTS).length * PEOPLE.length * MUTATIONS.length;
    const lines = LEAD_FIELDS.map((field) => {
      const { right, empty, wrong } = counts[field];
      return `${field.padEnd(12)} ${String(right).padStart(5)} right ${String(empty).padStart(5)} empty ${wrong.length} wrong`;
    });
    process.stdout.write(`${pages} pages\n${lines.join('\n')}\n`);
    expect(LEAD_FIELDS.flatMap((field) => counts[field].wrong.slice(0, 5))).toEqual([]);
    expect(pages).toBeGreaterThan(2000);
    // A guest's page has no count or email, and a mutation takes more away: what is read is still most of it.
    for (const field of LEAD_FIELDS) {
      expect({ field, right: counts[field].right > pages * 0.4 }).toEqual({ field, right: true });
    }
  });

  it('a published selector that finds nothing leaves its own field to the built-in ones [R-licenses.28]', () => {
    const [person] = PEOPLE as [Person];
    const page = parser.parseFromString(LAYOUTS.ember(person), 'text/html');
    const published = { company: ['main li + li .inline-show-more-text'], jobTitle: ['main .gone'] };
    const { company, jobTitle } = captureProfile(page, person.slug, published, Infinity);
    expect([company, jobTitle]).toEqual(['University of Somewhere', person.jobTitle]);
  });

  it('takes no email where a published selector finds several', () => {
    const [person] = PEOPLE as [Person];
    const published = { email: ['main p.links a[href^="mailto:"]'] };
    const read = (links: string) => {
      const html = LAYOUTS.hashed({ ...person, email: null }).replace(
        '</main>',
        `<p class="links">${links}</p></main>`,
      );
      return captureProfile(parser.parseFromString(html, 'text/html'), person.slug, published).email;
    };
    const link = (email: string) => `<a href="mailto:${email}">write</a>`;
    // The time that published selectors have is not what is tested here.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      expect(read(link('one@example.com') + link('one@example.com'))).toBe('one@example.com');
      expect(read(link('one@example.com') + link('two@example.com'))).toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  it('leaves out published selectors alone where a machine is too slow for them', () => {
    const [person] = PEOPLE as [Person];
    const page = parser.parseFromString(LAYOUTS.ember(person), 'text/html');
    const published = { fullName: ['h5', 'h6'], jobTitle: ['h6', 'h1'], location: ['h5', 'h6'] };
    let time = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 25));
    try {
      const { fullName, jobTitle, location } = captureProfile(page, person.slug, published);
      expect([fullName, jobTitle, location]).toEqual([person.fullName, person.jobTitle, person.location]);
    } finally {
      clock.mockRestore();
    }
  });

  it.each(['ember', 'guest', 'fields'] satisfies LayoutName[])(
    'finds the name, the title, the company, the location and the count of every person in the layout %s as it is',
    (layout) => {
      for (const person of PEOPLE) {
        const page = parser.parseFromString(LAYOUTS[layout](person), 'text/html');
        const { email, ...found } = captureProfile(page, person.slug, {});
        expect({ ...found, email: person.email }).toEqual(expectedOf(person));
        expect([person.email, null]).toContain(email);
      }
    },
  );
});
