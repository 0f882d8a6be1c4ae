/** The guides of single tools, as menus name them; each is at `/docs/{slug}`. */
export const GUIDE_LINKS = [
  { name: 'GoHighLevel', slug: 'gohighlevel-integration' },
  { name: 'Zapier', slug: 'zapier-integration' },
  { name: 'HubSpot', slug: 'hubspot-integration' },
  { name: 'Salesforce', slug: 'salesforce-integration' },
  { name: 'Pipedrive', slug: 'pipedrive-integration' },
  { name: 'Monday', slug: 'monday-integration' },
  { name: 'Airtable', slug: 'airtable-integration' },
] as const;
