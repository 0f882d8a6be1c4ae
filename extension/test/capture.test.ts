/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { captureProfile, readProfile } from '../src/capture/capture-profile.ts';
import { LEAD_FIELDS, type Lead, type LeadField } from '../src/capture/lead.ts';
import { findSlug } from '../src/capture/profile-address.ts';
import { LAYOUTS } from './fixtures/layouts.ts';
import { MUTATIONS } from './fixtures/mutations.ts';
import { PEOPLE, type Person } from './fixtures/people.ts';

/** A page of the folder `fixtures/pages`, and what a capture of it has to hold. */
interface Fixture {
  id: string;
  layout: string;
  path: string;
  button: boolean;
  expect: Lead | null;
}

const PAGES = path.join(import.meta.dirname, 'fixtures/pages');
const FIXTURES = JSON.parse(readFileSync(`${PAGES}/expected.json`, 'utf8')) as Fixture[];
const SHOWING = FIXTURES.filter((one): one is Fixture & { expect: Lead } => one.expect !== null);
const parser = new DOMParser();
const parse = (html: string) => parser.parseFromString(html, 'text/html');
const readPage = ({ id }: Fixture) => readFileSync(`${PAGES}/${id}.html`, 'utf8');
const slugOf = ({ path: at }: Fixture) => findSlug(at) ?? '';

function expectedOf(person: Person): Lead {
  const { fullName, jobTitle, company, location, connections, slug, email } = person;
  const profileUrl = `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
  return { fullName, jobTitle, company, location, connections, profileUrl, email };
}

/** Every change meets a fourth of the pages. In `every-change.test.ts`, which takes minutes, it meets all of them. */
const SHARE = process.env.EVERY_CHANGE ? 1 : 4;
const changesOf = (index: number) => MUTATIONS.filter((_, nth) => (nth + index) % SHARE === 0);

/** Right, empty and wrong values by layout and field. */
class Counts {
  readonly wrong: string[] = [];
  private readonly rows = new Map<string, Record<LeadField, [number, number, number]>>();

  judge(captured: Lead, expected: Lead, layout: string, where: string): void {
    const zeros = () => LEAD_FIELDS.map((field) => [field, [0, 0, 0]]);
    const row =
      this.rows.get(layout) ?? (Object.fromEntries(zeros()) as Record<LeadField, [number, number, number]>);
    this.rows.set(layout, row);
    for (const field of LEAD_FIELDS) {
      const [value, wanted] = [captured[field], expected[field]];
      const isEmpty = value === '' || value === null;
      row[field][value === wanted ? 0 : isEmpty ? 1 : 2] += 1;
      if (value !== wanted && !isEmpty)
        this.wrong.push(`${where}: ${field} is ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`);
    }
  }

  share(field?: LeadField): number {
    const cells = [...this.rows.values()].flatMap((row) => (field ? [row[field]] : Object.values(row)));
    const [right, all] = [
      cells.reduce((sum, [one]) => sum + one, 0),
      cells.flat().reduce((sum, one) => sum + one, 0),
    ];
    return right / all;
  }

  print(title: string): void {
    const lines = Array.from(this.rows, ([layout, row]) =>
      [layout.padEnd(34), ...LEAD_FIELDS.map((field) => row[field].join('/').padEnd(13))].join(''),
    );
    const head = [
      `${title}: right/empty/wrong`.padEnd(34),
      ...LEAD_FIELDS.map((field) => field.padEnd(13)),
    ].join('');
    process.stdout.write(`${[head, ...lines].join('\n')}\n`);
  }
}

describe('capture', () => {
  it('reads at least 98 % of the fields of pages in every layout of the site, and none wrong [P1.03]', () => {
    const counts = new Counts();
    for (const one of SHOWING)
      counts.judge(captureProfile(parse(readPage(one)), slugOf(one), {}), one.expect, one.layout, one.id);
    counts.print('Pages as they are');
    expect(counts.wrong).toEqual([]);
    expect(counts.share()).toBeGreaterThanOrEqual(0.98);
  });

  it.each(FIXTURES.map((one) => [one.id, one] as const))(
    'finds the person that the button belongs to on page %s',
    (_id, one) => {
      const slug = findSlug(one.path);
      const name = slug === null ? null : readProfile(parse(readPage(one)), slug, {}).name;
      expect(!!name?.element).toBe(one.button);
    },
  );

  it('reads no wrong value on a page with any of the known changes [P1.03]', () => {
    const counts = new Counts();
    SHOWING.forEach((one, index) => {
      const html = readPage(one);
      for (const { name, apply } of changesOf(index)) {
        const page = parse(html);
        apply(page);
        counts.judge(captureProfile(page, slugOf(one), {}), one.expect, one.layout, `${one.id}, ${name}`);
      }
    });
    counts.print('Pages changed');
    expect(counts.wrong).toEqual([]);
    // A change may take the node of the field away; what is left is still most of it.
    for (const field of LEAD_FIELDS)
      expect({ field, share: counts.share(field) > 0.6 }).toEqual({ field, share: true });
  });

  it(`reads no wrong value in ${Object.keys(LAYOUTS).length} structures of our own in ${PEOPLE.length} scripts, each with changes [P1.03]`, () => {
    const counts = new Counts();
    for (const [layout, draw] of Object.entries(LAYOUTS)) {
      PEOPLE.forEach((person, index) => {
        for (const { name, apply } of changesOf(index)) {
          const page = parse(draw(person));
          apply(page);
          const where = `${layout}, ${person.language}, ${name}`;
          counts.judge(captureProfile(page, person.slug, {}), expectedOf(person), layout, where);
        }
      });
    }
    counts.print('Own structures, changed');
    expect(counts.wrong).toEqual([]);
    for (const field of LEAD_FIELDS)
      expect({ field, share: counts.share(field) > 0.4 }).toEqual({ field, share: true });
  });

  it('falls back to the evidence for a field whose published selector finds nothing [R-licenses.28]', () => {
    const [person] = PEOPLE as [Person];
    const page = parse(LAYOUTS.ember(person));
    const published = { company: ['main li:nth-child(2) .inline-show-more-text'], jobTitle: ['main .gone'] };
    const { company, jobTitle } = captureProfile(page, person.slug, published, Infinity);
    expect([company, jobTitle]).toEqual(['University of Somewhere', person.jobTitle]);
  });

  it('reads no email if a published selector finds several', () => {
    const [person] = PEOPLE as [Person];
    const published = { email: ['main p.links a[href^="mailto:"]'] };
    const read = (links: string) => {
      const html = LAYOUTS.hashed({ ...person, email: null }).replace(
        '</main>',
        `<p class="links">${links}</p></main>`,
      );
      return captureProfile(parse(html), person.slug, published).email;
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

  it('skips only the published selectors on a machine that is too slow for them', () => {
    const [person] = PEOPLE as [Person];
    const page = parse(LAYOUTS.ember(person));
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
});
