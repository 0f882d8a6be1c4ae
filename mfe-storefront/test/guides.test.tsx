import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ROUTES } from '../src/route-table.ts';
import { openPage } from './open-page.tsx';

const GUIDES = ROUTES.map(({ path }) => path).filter((path) => path.startsWith('/docs/'));
const FIVE = ['hubspot', 'salesforce', 'pipedrive', 'monday', 'airtable'] as const;
const API_DOCS: Record<string, RegExp> = {
  hubspot: /^https:\/\/developers\.hubspot\.com\//,
  salesforce: /^https:\/\/developer\.salesforce\.com\//,
  pipedrive: /^https:\/\/developers\.pipedrive\.com\//,
  monday: /^https:\/\/developer\.monday\.com\//,
  airtable: /^https:\/\/airtable\.com\/developers\//,
  gohighlevel: /gohighlevel\.com\//,
  zapier: /zapier\.com\//,
};

const main = () => screen.getByRole('main');
const text = () => main().textContent ?? '';
const hrefs = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');
const readNext = () => hrefs(screen.getByRole('navigation', { name: 'Read next' }));
const steps = () =>
  screen
    .getAllByRole('heading', { level: 2, name: /^Step \d/ })
    .map((heading) => heading.textContent?.replace(/^Step \d: /, ''));
const step = (id: string) => document.getElementById(id)?.textContent ?? '';

describe.each(GUIDES)('%s', (path) => {
  it('never writes “Ping” or “Pinged” without the exclamation mark of the button', async () => {
    await openPage(path);
    expect(text()).not.toMatch(/“(?:Ping|Pinged)”/);
  });

  it('has one title, the prerequisites, several steps, a check and troubleshooting', async () => {
    await openPage(path);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent ?? '');
    expect(titles[0]).toMatch(/What you need|Before you start/);
    expect(steps().length).toBeGreaterThan(1);
    expect(titles).toContain('Check that it worked');
    expect(titles).toContain('Troubleshooting');
    // Counts the alternative text as the content of a picture.
    const alternatives = [...document.images].map(({ alt }) => alt).join('');
    expect((text() + alternatives).length).toBeGreaterThan(1500);
    expect(document.title).toMatch(/Leadping/);
  });

  it('has an index, links to home and support, and links to existing guides', async () => {
    await openPage(path);
    for (const href of hrefs(screen.getByRole('navigation', { name: 'On this page' }))) {
      expect(document.getElementById(href.slice(1))).not.toBeNull();
    }
    const header = screen.getByRole('banner');
    expect(
      within(header)
        .getByRole('link', { name: /Back to Home/ })
        .getAttribute('href'),
    ).toBe('/');
    expect(hrefs(header)).toContain('/support');
    const guides = hrefs(main()).filter((href) => href.startsWith('/docs/'));
    expect(guides.filter((href) => !(GUIDES as string[]).includes(href))).toEqual([]);
    expect(guides).not.toContain(path);
  });
});

describe('every integration guide', () => {
  it.each(Object.keys(API_DOCS))(
    '%s has home and support in its header, ends with other guides and the hub, and links the API docs [P2.135] [P2.136] [P2.137]',
    async (tool) => {
      await openPage(`/docs/${tool}-integration`);
      const header = screen.getByRole('banner');
      expect(
        within(header)
          .getByRole('link', { name: /Back to Home/ })
          .getAttribute('href'),
      ).toBe('/');
      expect(within(header).getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/support');
      const next = readNext();
      expect(hrefs(main()).slice(-next.length)).toEqual(next);
      const others = FIVE.filter((other) => other !== tool).map((other) => `/docs/${other}-integration`);
      expect(next).toEqual(expect.arrayContaining(others));
      expect(next).toContain('/integrations');
      expect(next.some((href) => API_DOCS[tool]?.test(href))).toBe(true);
    },
  );

  it.each(Object.keys(API_DOCS))('%s has a short summary [P2.138]', async (tool) => {
    await openPage(`/docs/${tool}-integration`);
    const short = within(screen.getByRole('list', { name: 'In short' })).getAllByRole('listitem');
    expect(short[0]?.textContent).toMatch(/^Get a webhook URL from \w+\.$/);
    expect(short[1]?.textContent).toBe('Paste it into the extension.');
    expect(short[2]?.textContent).toBe('Click Ping to send the profile.');
  });

  it.each(FIVE)('%s links the other four of the five, but not itself [R-late.14]', async (tool) => {
    await openPage(`/docs/${tool}-integration`);
    const others = FIVE.filter((other) => other !== tool).map((other) => `/docs/${other}-integration`);
    expect(readNext().filter((href) => href.startsWith('/docs/'))).toEqual(others);
  });
});

/** The steps inside the other tool. The steps inside the extension have pictures of the extension. */
const TOOL_STEPS = {
  gohighlevel: ['trigger', 'sample', 'contact', 'publish'],
  zapier: ['trigger', 'sample', 'action'],
  hubspot: ['webhook-endpoint'],
  salesforce: ['webhook-endpoint', 'territory-management', 'automation'],
  pipedrive: ['webhook', 'pipeline', 'follow-up'],
  monday: ['board', 'webhook-automation'],
  airtable: ['base', 'add-webhook', 'views', 'automation'],
};

describe('the guides of the tools', () => {
  it.each(Object.entries(TOOL_STEPS))('%s shows each step inside the tool', async (tool, ids) => {
    await openPage(`/docs/${tool}-integration`);
    const shown = ids.filter((id) =>
      document.getElementById(id)?.querySelector('figure, table, pre, ol[aria-label]'),
    );
    expect(shown).toEqual(ids);
  });

  it('show the fields of the trigger step in the Zapier guide', async () => {
    await openPage('/docs/zapier-integration');
    const fields = within(document.getElementById('trigger') as HTMLElement);
    expect(fields.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Trigger',
      'Event',
      'Pick off a child key',
      'Webhook URL',
    ]);
    expect(fields.getAllByRole('definition')[2]?.textContent).toBe('Leave empty');
  });
});

describe('the guides of the platforms', () => {
  it('lead from the trigger to a published workflow in GoHighLevel [P2.15]', async () => {
    await openPage('/docs/gohighlevel-integration');
    expect(steps()).toHaveLength(5);
    expect(text()).toMatch(/Inbound Webhook/);
    expect(text()).toMatch(/\{\{inboundWebhookRequest\.fullName\}\}/);
  });

  it('lead from the catch hook to a filled sheet in Zapier [P2.16]', async () => {
    await openPage('/docs/zapier-integration');
    expect(steps()).toHaveLength(4);
    expect(text()).toMatch(/Catch Hook/);
    expect(text()).toMatch(/Google Sheets/);
  });
});

describe('the HubSpot guide', () => {
  it('explains the reason, two steps, the data points and scenarios [P2.17] [P2.140] [P2.141] [P2.142] [P2.143] [P2.144]', async () => {
    await openPage('/docs/hubspot-integration');
    expect(step('why').length).toBeGreaterThan(150);
    expect(steps()).toEqual(['Set up the webhook endpoint', 'Add the webhook in the extension']);
    expect(step('webhook-endpoint')).toMatch(/form and its webhook notifications/);
    const points = within(document.getElementById('data-points') as HTMLElement).getAllByRole('rowheader');
    expect(points.map(({ textContent }) => textContent)).toEqual([
      'Full name',
      'Job title',
      'Company',
      'Location',
      'Connections',
      'Profile URL',
      'Email',
    ]);
    const scenarios = within(document.getElementById('scenarios') as HTMLElement).getAllByRole('listitem');
    expect(scenarios.map((item) => item.querySelector('strong')?.textContent)).toEqual([
      'Prospecting list.',
      'Owner by territory.',
      'Recruiting.',
      'Partnerships.',
    ]);
    // Each one says which captured field triggers what in HubSpot.
    const [list, owner, recruiting, partners] = scenarios.map(({ textContent }) => textContent);
    expect(list).toMatch(/active list.*no email.*sequence/);
    expect(owner).toMatch(/workflow reads the location.*owner/);
    expect(recruiting).toMatch(/lifecycle stage.*pipeline/);
    expect(partners).toMatch(/500 or more connections.*title.*task/);
  });
});

describe('the Salesforce guide', () => {
  it('has four steps, the lead source and a custom field [P2.18] [P2.145] [P2.146] [P2.147]', async () => {
    await openPage('/docs/salesforce-integration');
    expect(steps()).toEqual([
      'Create the webhook endpoint',
      'Add the webhook',
      'Territory management',
      'Process or flow automation',
    ]);
    expect(text()).toMatch(/LinkedIn - Leadping/);
    expect(step('needs')).toMatch(/custom field for the profile.*LinkedIn_Profile__c/);
  });
});

describe('the Pipedrive guide', () => {
  it('has four steps with events, stages and follow-ups [P2.19] [P2.148] [P2.149] [P2.150] [P2.151] [P2.152]', async () => {
    await openPage('/docs/pipedrive-integration');
    expect(steps()).toHaveLength(4);
    expect(step('webhook')).toMatch(/person added.*or deal added/s);
    const stages = within(screen.getByRole('list', { name: 'The pipeline' })).getAllByRole('listitem');
    expect(stages.map((stage) => stage.querySelector('b')?.textContent)).toEqual([
      'LinkedIn Outreach',
      'Connected',
      'Discovery Call',
      'Proposal',
    ]);
    expect(step('pipeline')).toMatch(/Deals start in the first stage, LinkedIn Outreach/);
    expect(step('follow-up')).toMatch(/due tomorrow.*3 days later/s);
  });
});

describe('the Monday guide', () => {
  it('has three steps, a board with its columns and a picture [P2.20] [P2.153] [P2.154] [P2.155]', async () => {
    await openPage('/docs/monday-integration');
    expect(steps()).toEqual([
      'Prepare the board',
      'Set up the webhook automation',
      'Configure the extension',
    ]);
    const picture = screen.getByRole('table', { name: 'The board after the first ping' });
    const figure = picture.closest('figure');
    expect(figure?.querySelector('figcaption')?.textContent).toMatch(/\w{3}.*\w{3}/);
    // In the step about the board, and with a lead in it: no frame around nothing.
    const [first, second] = screen.getAllByRole('heading', { level: 2, name: /^Step \d/ });
    expect(first && figure && first.compareDocumentPosition(figure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(second && figure && second.compareDocumentPosition(figure)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    const cells = within(picture).getAllByRole('cell');
    expect(cells.length).toBeGreaterThanOrEqual(7);
    for (const cell of cells.slice(0, 7)) expect(cell.textContent).toMatch(/\w/);
    expect(
      within(picture)
        .getAllByRole('columnheader')
        .map((column) => column.textContent),
    ).toEqual(['Name', 'Title', 'Company', 'Location', 'Profile URL', 'Email', 'Status']);
  });

  it('links HubSpot, Salesforce, Pipedrive and Airtable, but not itself [P2.139]', async () => {
    await openPage('/docs/monday-integration');
    expect(readNext().filter((href) => href.startsWith('/docs/'))).toEqual([
      '/docs/hubspot-integration',
      '/docs/salesforce-integration',
      '/docs/pipedrive-integration',
      '/docs/airtable-integration',
    ]);
  });
});

describe('the Airtable guide', () => {
  it('has four steps, two sample views and the scoring [P2.21] [P2.156] [P2.157] [P2.158]', async () => {
    await openPage('/docs/airtable-integration');
    expect(steps()).toEqual([
      'Create the base with its fields',
      'Add the webhook',
      'Make smart views',
      'Automate the rating',
    ]);
    expect(step('views')).toMatch(/Connections above 500.*senior title/s);
    expect(step('views')).toMatch(/Set the condition to “≥ 500”/);
    expect(step('views')).toMatch(/Status is New.*email is present/s);
    expect(step('automation')).toMatch(/Hot, Warm or Cold from connections and title/);
    expect(step('automation')).toMatch(
      /IF\(\{Connections\} >= 1000, 3, IF\(\{Connections\} >= 500, 2, 1\)\)/,
    );
    expect(step('automation')).toMatch(/"Hot".*"Warm".*"Cold"/s);
  });
});

describe('the installation guide', () => {
  it('has the prerequisites, five steps and troubleshooting in this order [P2.22] [P2.159]', async () => {
    await openPage('/docs/installation');
    const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(titles[0]).toBe('Before you start');
    expect(steps()).toEqual([
      'Download from the store',
      'Install',
      'Activate the license',
      'Configure',
      'Test',
    ]);
    expect(titles.indexOf('Troubleshooting')).toBeGreaterThan(titles.indexOf('Step 5: Test'));
  });

  it('links support, GoHighLevel and Zapier [P2.160]', async () => {
    await openPage('/docs/installation');
    expect(hrefs(main())).toEqual(
      expect.arrayContaining(['/support', '/docs/gohighlevel-integration', '/docs/zapier-integration']),
    );
  });

  it('has a tip for each common problem [P2.161] [P2.162] [P2.163]', async () => {
    await openPage('/docs/installation');
    const tip = (name: string) => screen.getByText(name).parentElement?.textContent ?? '';
    expect(tip('Extension not appearing')).toMatch(/check that it is enabled on the Chrome extensions page/i);
    expect(tip('License key not working')).toMatch(/copy the whole key.*contact support/i);
    expect(tip('Ping button not showing')).toMatch(
      /refresh.*be on a profile page.*permission on the networking site/i,
    );
  });
});

describe('the export guide', () => {
  it('explains how to export captures, and that nothing is collected in bulk [R-licenses.35]', async () => {
    await openPage('/docs/bulk-export');
    expect(steps()).toEqual(['Show only your captures', 'Export', 'Bring the columns into one shape']);
    expect(
      within(document.getElementById('export') as HTMLElement).getAllByRole('row').length,
    ).toBeGreaterThan(5);
    expect(text()).toMatch(/It does not collect in bulk/);
  });
});
