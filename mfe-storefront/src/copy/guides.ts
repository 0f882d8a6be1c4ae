import { CATALOGUE } from './integrations.ts';

/** The name of each guide, as links to it read; the order is that of the documentation. */
export const GUIDE_TITLES = {
  installation: 'Install the extension',
  'first-license': 'Your first license',
  'basic-capture': 'Capture a profile',
  'license-types': 'License types and states',
  'bulk-export': 'Export what you captured',
  'field-mapping': 'Field mapping',
  webhooks: 'Webhooks',
  'api-limits': 'Limits',
  performance: 'Speed and performance',
  'troubleshooting-install': 'Troubleshooting: installation',
  'troubleshooting-license': 'Troubleshooting: license',
  'troubleshooting-connection': 'Troubleshooting: connection',
  'gohighlevel-integration': 'GoHighLevel',
  'zapier-integration': 'Zapier',
  'hubspot-integration': 'HubSpot',
  'salesforce-integration': 'Salesforce',
  'pipedrive-integration': 'Pipedrive',
  'monday-integration': 'Monday',
  'airtable-integration': 'Airtable',
} as const;

export type GuideSlug = keyof typeof GUIDE_TITLES;

/** The five guides of the catalogue link each other and leave themselves out. */
export function otherIntegrations(slug: GuideSlug): GuideSlug[] {
  return CATALOGUE.map((item) => item.slug).filter((other) => other !== slug);
}
