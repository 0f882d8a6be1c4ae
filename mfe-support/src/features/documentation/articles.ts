export interface Article {
  title: string;
  /** The last part of `/docs/{slug}`. */
  slug: string;
}

export interface Category {
  name: string;
  articles: Article[];
}

/** Every guide of the route table stands here once. */
export const CATEGORIES: Category[] = [
  {
    name: 'Getting started',
    articles: [
      { title: 'Install the extension', slug: 'installation' },
      { title: 'Activate your first license', slug: 'first-license' },
      { title: 'Capture your first profile', slug: 'basic-capture' },
      { title: 'What your license covers', slug: 'license-types' },
    ],
  },
  {
    name: 'Integrations',
    articles: [
      { title: 'GoHighLevel', slug: 'gohighlevel-integration' },
      { title: 'Zapier', slug: 'zapier-integration' },
      { title: 'HubSpot', slug: 'hubspot-integration' },
      { title: 'Salesforce', slug: 'salesforce-integration' },
      { title: 'Pipedrive', slug: 'pipedrive-integration' },
      { title: 'Monday', slug: 'monday-integration' },
      { title: 'Airtable', slug: 'airtable-integration' },
    ],
  },
  {
    name: 'Webhooks and data',
    articles: [
      { title: 'Webhooks: what is sent, and how', slug: 'webhooks' },
      { title: 'Map the seven fields', slug: 'field-mapping' },
      { title: 'Export what you captured', slug: 'bulk-export' },
      { title: 'Limits of the API', slug: 'api-limits' },
    ],
  },
  {
    name: 'Troubleshooting',
    articles: [
      { title: 'The extension does not appear', slug: 'troubleshooting-install' },
      { title: 'The license key is not accepted', slug: 'troubleshooting-license' },
      { title: 'Captures do not arrive', slug: 'troubleshooting-connection' },
      { title: 'The extension is slow', slug: 'performance' },
    ],
  },
];

export const POPULAR = [
  {
    title: 'GoHighLevel guide',
    slug: 'gohighlevel-integration',
    badge: 'Popular',
    text: 'From a profile to a contact in your pipeline, by an inbound webhook.',
  },
  {
    title: 'Zapier guide',
    slug: 'zapier-integration',
    badge: 'New',
    text: 'Catch the capture once and pass it on to any app that Zapier knows.',
  },
  {
    title: 'Installation',
    slug: 'installation',
    badge: null,
    text: 'Five steps from the store to the first Ping.',
  },
] as const;

/** Articles whose title holds the words, whatever their case; a category without any is left out. */
export function searchArticles(words: string): Category[] {
  const wanted = words.trim().toLowerCase();
  return CATEGORIES.map(({ name, articles }) => ({
    name,
    articles: articles.filter(({ title }) => title.toLowerCase().includes(wanted)),
  })).filter(({ articles }) => articles.length > 0);
}
