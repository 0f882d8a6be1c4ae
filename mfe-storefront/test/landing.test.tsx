import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within, waitFor } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPage, openPart } from './open-page.tsx';
import { QUESTIONS } from '../src/copy/faq.ts';
import { Faq } from '../src/features/landing/faq.tsx';
import { ACME } from './tenants.ts';

afterEach(() => void jest.restoreAllMocks());

const section = (id: string) => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no section ${id}`);
  return element;
};

const links = (name: string | RegExp) =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

describe('the landing page', () => {
  it('shows its sections in the order of the specification [P2.01] [P2.46]', async () => {
    const { container } = await openPage('/');
    const shown = [...container.querySelectorAll('header, main > section, main > div > section, footer')].map(
      (element) => element.id || element.tagName.toLowerCase(),
    );
    expect(shown).toEqual([
      'header',
      'hero',
      'problem',
      'solution',
      'setup',
      'demo-video',
      'features',
      'integrations',
      'spreadsheet',
      'roi-calculator',
      'testimonials',
      'pricing',
      'faq',
      'get-started',
      'footer',
    ]);
    expect(container.querySelector('header nav')).not.toBeNull();
  });

  it('has one heading of level 1, and a heading for each section [P2.47]', async () => {
    const { container } = await openPage('/');
    const first = screen.getAllByRole('heading', { level: 1 });
    expect(first.map((heading) => heading.textContent?.trim())).toEqual([
      'One click on a profile. One new lead where you work.',
    ]);
    for (const part of container.querySelectorAll('main > section, main > div > section')) {
      const label = part.getAttribute('aria-labelledby') ?? '';
      expect(document.getElementById(label)?.textContent).toMatch(/\w{3}/);
    }
  });

  it("starts with the product's purpose, its price, the terms and a profile to try it on [P2.47]", async () => {
    const { user } = await openPage('/');
    const hero = within(section('hero'));
    expect(section('hero').textContent).toMatch(
      /Ping button on every LinkedIn profile.*seven data points.*CRM/s,
    );
    expect(await hero.findByRole('button', { name: 'Get it for $79 once' })).toBeTruthy();
    expect(hero.getByRole('link', { name: 'Watch 30 seconds' }).getAttribute('href')).toBe('#demo-video');
    expect(hero.getAllByRole('listitem').some(({ textContent }) => /60-day/.test(textContent ?? ''))).toBe(
      true,
    );
    await user.click(hero.getByRole('button', { name: /^Ping/ }));
    expect(await hero.findByText(/Pinged/)).toBeTruthy();
  });

  it('addresses sales professionals, recruiters, business developers and marketers [P1.11]', async () => {
    await openPage('/');
    expect(section('hero').textContent).toMatch(
      /sales professionals, recruiters, business developers and marketers/i,
    );
  });

  it('compares copying by hand with one press [P2.48]', async () => {
    await openPage('/');
    const problem = within(section('problem'));
    expect(problem.getByRole('heading', { name: 'By hand' })).toBeTruthy();
    expect(problem.getAllByRole('listitem').length).toBeGreaterThan(5);
    expect(section('problem').textContent).toMatch(/3 to 5 minutes/);
  });

  it('shows the setup of the extension in four steps [P2.50]', async () => {
    await openPage('/');
    const setup = within(section('setup'));
    expect(setup.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Add it to Chrome',
      'Paste your key',
      'Add your webhook',
      'Press Ping',
    ]);
    expect(section('setup').textContent).toMatch(/Chrome 88/);
    expect(setup.getByRole('link', { name: /installation guide/ }).getAttribute('href')).toBe(
      '/docs/installation',
    );
  });

  it('has a playable demo video with captions, a poster and chapters [P2.51]', async () => {
    await openPage('/');
    const film = section('demo-video').querySelector('video');
    expect(film?.controls).toBe(true);
    expect(film?.getAttribute('poster')).toBeTruthy();
    expect(film?.querySelector('source')?.type).toBe('video/webm');
    expect(film?.querySelector('track')?.kind).toBe('captions');
    expect(within(screen.getByRole('list', { name: 'Chapters' })).getAllByRole('button')).toHaveLength(5);
    expect(within(section('demo-video')).getByRole('button', { name: 'Play the film' })).toBeTruthy();
  });

  it('reports no error if the film fails to load, because the browser shows the failure', async () => {
    // A rejection that nobody handles fails the test.
    jest
      .spyOn(HTMLMediaElement.prototype, 'play')
      .mockImplementation(() => Promise.reject(new DOMException('no source', 'NotSupportedError')));
    const { user } = await openPage('/');
    await user.click(screen.getByRole('link', { name: 'Watch 30 seconds' }));
    await user.click(screen.getByRole('button', { name: 'Play the film' }));
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(2);
  });

  it("lists the product's features in figures [P2.52] [P1.22]", async () => {
    await openPage('/');
    const features = within(section('features'));
    const items = features.getAllByRole('listitem').map((item) => ({
      title: within(item).getByRole('heading', { level: 3 }).textContent,
      text: item.querySelector('p')?.textContent ?? '',
    }));
    const expected: [title: string, text: RegExp][] = [
      [
        '7 data points, always the same seven',
        /Full name, job title, company, location, connections count, profile URL.*email/,
      ],
      ['<2 s from the press to your CRM', /delivered in under 2 seconds/i],
      ['1 click, one profile, your decision', /no bulk collection/],
      ['5 devices on one key', /A sixth simply signs out the one/],
      ['30 days without a connection to us', /you keep working/],
      ['0 monthly bills', /One payment buys the product and its updates/],
    ];
    expect(items.map(({ title }) => title)).toEqual(expected.map(([title]) => title));
    expected.forEach(([, text], index) => expect(items[index]?.text).toMatch(text));
  });

  it('names the supported tools with their number, and links the guides [P2.53] [P2.62] [P2.63] [P1.26]', async () => {
    await openPage('/');
    const integrations = within(section('integrations'));
    expect(section('integrations').textContent).toMatch(/500\+ platforms.*15\+ CRMs.*25\+ automation tools/);
    expect(integrations.getByRole('link', { name: 'View All Integrations' }).getAttribute('href')).toBe(
      '/integrations',
    );
    const guides = integrations.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const tool of [
      'gohighlevel',
      'zapier',
      'hubspot',
      'salesforce',
      'pipedrive',
      'monday',
      'airtable',
    ]) {
      expect(guides).toContain(`/docs/${tool}-integration`);
    }
  });

  it('has a featured card of a partner without a link [P2.64]', async () => {
    await openPage('/');
    const partner = within(section('integrations')).getByRole('article');
    expect(partner.textContent).toMatch(/Featured partner/);
    expect(within(partner).queryByRole('link')).toBeNull();
    expect(partner.closest('a')).toBeNull();
  });

  it('shows an example sheet with rows and a column for the profile URL [P2.54]', async () => {
    await openPage('/');
    const sheet = within(section('spreadsheet')).getByRole('table', { name: 'An example sheet' });
    expect(within(sheet).getAllByRole('row').length).toBeGreaterThan(4);
    expect(within(sheet).getByRole('columnheader', { name: 'Profile URL' })).toBeTruthy();
  });

  it('quotes customers, and shows users and rating [P2.55] [P1.21]', async () => {
    await openPage('/');
    expect(section('testimonials').querySelectorAll('blockquote').length).toBeGreaterThan(2);
    expect(section('testimonials').textContent).toMatch(/2,847\+/);
    expect(section('testimonials').textContent).toMatch(/4\.9\/5/);
  });

  it('ends with a call to action and the reply promise of two hours [P2.57] [P1.24]', async () => {
    await openPage('/');
    const last = within(section('get-started'));
    expect(last.getByRole('heading', { level: 2 })).toBeTruthy();
    expect(last.getByRole('button', { name: /license/ })).toBeTruthy();
    expect(section('get-started').textContent).toMatch(/replies within 2 hours/);
  });

  it('links resellers, support, sign-in and the legal pages [P2.58] [P2.59] [P2.60] [P2.61]', async () => {
    await openPage('/');
    expect(links('Resellers')).toEqual(['/reseller-program']);
    expect(new Set(links('Support'))).toEqual(new Set(['/support']));
    expect(links('Support & Documentation')).toEqual(['/support']);
    expect(links('Support Center')).toEqual(['/support']);
    // In the header, and in the footer for phones.
    expect(links('Admin Login')).toEqual(['/auth', '/auth']);
    expect(links(/privacy/i)).toEqual(['/privacy']);
    expect(links(/terms/i)).toEqual(['/terms-of-service']);
  });

  it('opens and closes its menu by keyboard', async () => {
    const { user } = await openPage('/');
    const menu = screen.getByRole('button', { name: 'Menu' });
    expect(menu.getAttribute('aria-expanded')).toBe('false');
    menu.focus();
    await user.keyboard('{Enter}');
    expect(menu.getAttribute('aria-expanded')).toBe('true');
  });
});

const openOnes = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-expanded') === 'true')
    .map((button) => button.textContent);

const question = (name: string) => screen.getByRole('button', { name });

describe('the FAQ', () => {
  it('has more than seven questions, each with a long answer [P2.56]', async () => {
    await openPart(<Faq />);
    expect(QUESTIONS.length).toBeGreaterThan(7);
    for (const item of QUESTIONS) {
      expect(question(item.question)).toBeTruthy();
      expect(item.answer.length).toBeGreaterThan(60);
    }
  });

  it('promises delivery of data in 2-3 seconds [P1.23]', async () => {
    const { user } = await openPart(<Faq />);
    await user.click(question('How fast does a lead arrive?'));
    expect(screen.getByRole('region', { name: 'How fast does a lead arrive?' }).textContent).toMatch(
      /2-3 seconds/,
    );
  });

  it('closes the open question when another one is opened [P2.70]', async () => {
    const { user } = await openPart(<Faq />);
    expect(openOnes()).toEqual([]);
    await user.click(question('Does it work with my CRM?'));
    expect(openOnes()).toEqual(['Does it work with my CRM?']);
    await user.click(question('What does lifetime mean?'));
    expect(openOnes()).toEqual(['What does lifetime mean?']);
    expect(screen.queryByRole('region', { name: 'Does it work with my CRM?' })).toBeNull();
  });

  it('closes the open question when it is clicked again [P2.71]', async () => {
    const { user } = await openPart(<Faq />);
    await user.click(question('Do you see my leads?'));
    await user.click(question('Do you see my leads?'));
    expect(openOnes()).toEqual([]);
  });
});

const head = (selector: string, attribute: string) =>
  document.head.querySelector(selector)?.getAttribute(attribute) ?? null;

describe('the head of the landing page', () => {
  it('has title, description, keywords and canonical link [P2.40]', async () => {
    await openPage('/');
    expect(document.title).toMatch(/Leadping/);
    expect(head('meta[name="description"]', 'content')).toMatch(/One click/);
    expect(head('meta[name="keywords"]', 'content')).toMatch(/lead capture/);
    expect(head('link[rel="canonical"]', 'href')).toBe(`${location.origin}/`);
  });

  it('claims the 7-day free trial in the description [P1.28]', async () => {
    await openPage('/');
    expect(head('meta[name="description"]', 'content')).toMatch(/7-day free trial/);
  });

  it('has social tags with the default share image [P2.41]', async () => {
    await openPage('/');
    expect(head('meta[property="og:title"]', 'content')).toBe(document.title);
    expect(head('meta[property="og:description"]', 'content')).toBeTruthy();
    expect(head('meta[property="og:url"]', 'content')).toBe(`${location.origin}/`);
    expect(head('meta[property="og:image"]', 'content')).toBe(`${location.origin}/og-image.png`);
    expect(head('meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
    expect(head('meta[name="twitter:image"]', 'content')).toBe(`${location.origin}/og-image.png`);
  });

  it('names the reseller’s page as canonical under a tenant', async () => {
    await openPage('/r/acme-1', { 'GET /api/tenant': ok(ACME) });
    await waitFor(() => expect(head('link[rel="canonical"]', 'href')).toBe(`${location.origin}/r/acme-1`));
  });

  it('describes the product and the questions to search engines as valid JSON', async () => {
    const { container } = await openPage('/');
    const blocks = [...container.querySelectorAll('script[type="application/ld+json"]')];
    const types = blocks.map(
      (block) => (JSON.parse(block.textContent ?? '') as { '@type': string })['@type'],
    );
    expect(types).toEqual(['SoftwareApplication', 'FAQPage']);
  });
});
