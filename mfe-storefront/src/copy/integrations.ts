import type { GuideSlug } from './guides.ts';

export interface Integration {
  name: string;
  slug: GuideSlug;
  description: string;
  featured: boolean;
}

/** The catalogue of the integration hub; each item has a guide at `/docs/{slug}`. */
export const CATALOGUE: readonly Integration[] = [
  {
    name: 'HubSpot',
    slug: 'hubspot-integration',
    description: 'Each ping becomes a contact, ready for lists, owners and sequences.',
    featured: true,
  },
  {
    name: 'Salesforce',
    slug: 'salesforce-integration',
    description:
      'Each ping becomes a lead with its source set, and your assignment rules take it from there.',
    featured: true,
  },
  {
    name: 'Pipedrive',
    slug: 'pipedrive-integration',
    description: 'A person and a deal in the first stage, with the follow-ups already planned.',
    featured: false,
  },
  {
    name: 'Monday',
    slug: 'monday-integration',
    description: 'A new item on your board, with a column for each data point.',
    featured: false,
  },
  {
    name: 'Airtable',
    slug: 'airtable-integration',
    description: 'A new record, scored hot, warm or cold by a formula you can read.',
    featured: false,
  },
];

/** Guides that stand outside the catalogue: platforms that pass a capture on to others. */
export const PLATFORM_GUIDES: readonly Integration[] = [
  {
    name: 'GoHighLevel',
    slug: 'gohighlevel-integration',
    description: 'An inbound webhook trigger that creates the contact and starts your workflow.',
    featured: false,
  },
  {
    name: 'Zapier',
    slug: 'zapier-integration',
    description: 'One catch hook, and from there to any app that Zapier knows, Google Sheets among them.',
    featured: false,
  },
];

export const COMING_SOON = ['Zoho CRM', 'ActiveCampaign', 'Mailchimp', 'Notion'] as const;
