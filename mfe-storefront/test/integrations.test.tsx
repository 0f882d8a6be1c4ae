import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { HUB_GUIDES } from '@leadping/guides/lists/hub';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPage } from './open-page.tsx';
import { ACME } from './tenants.ts';

const listed = (title: string) => {
  const region = screen.getByRole('region', { name: title });
  return within(region)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
};

describe('the integration hub', () => {
  it('features HubSpot and Salesforce [P2.13] [P2.129] [P2.131]', async () => {
    await openPage('/integrations');
    expect(listed('Featured')).toEqual([
      ['HubSpot', '/docs/hubspot-integration'],
      ['Salesforce', '/docs/salesforce-integration'],
    ]);
  });

  it('lists Pipedrive, Monday and Airtable under More [P2.130] [P2.131] [R-tickets.19]', async () => {
    await openPage('/integrations');
    expect(listed('More')).toEqual([
      ['Pipedrive', '/docs/pipedrive-integration'],
      ['Monday', '/docs/monday-integration'],
      ['Airtable', '/docs/airtable-integration'],
    ]);
  });

  it('lists upcoming integrations without links [P2.132]', async () => {
    await openPage('/integrations');
    const soon = within(screen.getByRole('region', { name: 'Coming Soon' }));
    expect(soon.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Zoho CRM',
      'ActiveCampaign',
      'Mailchimp',
      'Notion',
    ]);
    expect(soon.queryByRole('link')).toBeNull();
  });

  it('refers requests to the support center [P2.133]', async () => {
    await openPage('/integrations');
    expect(screen.getByRole('link', { name: 'Request Integration' }).getAttribute('href')).toBe('/support');
  });

  it("is also available under a reseller's address [P2.14]", async () => {
    await openPage('/r/acme-1/integrations', { 'GET /api/tenant': ok(ACME) });
    expect(screen.getByRole('region', { name: 'Featured' })).toBeTruthy();
  });

  it('has the name, slug, description and featured flag of each item [P2.134]', () => {
    const items = Object.values(HUB_GUIDES).flat();
    for (const item of items) {
      expect(item).toEqual({
        name: expect.stringMatching(/\w/),
        slug: expect.stringMatching(/^[a-z]+-integration$/),
        description: expect.stringMatching(/\w{3}/),
        featured: expect.any(Boolean),
      });
    }
    const flagged = items.filter(({ featured }) => featured);
    expect(flagged.map(({ name }) => name)).toEqual(['HubSpot', 'Salesforce']);
  });
});
