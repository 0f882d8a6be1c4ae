import { afterEach, describe, expect, it } from '@jest/globals';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROUTES } from '../../mfe-storefront/src/route-table.ts';
import { listSource } from '../build/rules.ts';
import { listGuides } from '../src/list-guides.ts';
import { POPULAR_GUIDES } from '../src/lists/documentation.ts';
import { GUIDE_SLUGS } from '../src/lists/slugs.ts';
import { GUIDES_FOLDER, readGuides } from '../src/read-guides.ts';

const FRONT = {
  title: 'Zoho',
  summary: 'Every ping becomes a lead in Zoho.',
  topic: 'Integrations',
  order: 20,
  tool: {
    apiDocs: { title: 'Zoho API documentation', href: 'https://www.zoho.com/crm/developer/docs/' },
    group: 'more',
    description: 'Each ping becomes a lead.',
  },
};

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The guides after one file was added. */
function withFile(front: object | string, name = 'zoho-integration.mdx') {
  folder = mkdtempSync(path.join(os.tmpdir(), 'guides-'));
  cpSync(GUIDES_FOLDER, folder, { recursive: true });
  // JSON is valid YAML.
  const text = typeof front === 'string' ? front : `---\n${JSON.stringify(front)}\n---\n\n## What you need\n`;
  writeFileSync(path.join(folder, name), text);
  return readGuides(folder);
}

describe('the guides', () => {
  it('have one page each, under resellers too, and the build generates their lists', () => {
    const paths = ROUTES.map((route) => route.path);
    expect(GUIDE_SLUGS.length).toBeGreaterThanOrEqual(19);
    for (const slug of GUIDE_SLUGS) {
      expect(paths).toContain(`/docs/${slug}`);
      expect(paths).toContain(`/r/:slug/docs/${slug}`);
    }
    expect(listSource('slugs')).toBe(`export const GUIDE_SLUGS = ${JSON.stringify(GUIDE_SLUGS)};`);
    expect(POPULAR_GUIDES).toContainEqual(expect.objectContaining({ title: 'Zapier', badge: 'New' }));
  });

  it('are in every list once their file is in the folder', () => {
    const guides = withFile(FRONT);
    const { slugs, tools, hub, documentation } = listGuides(guides);
    const zoho = { title: 'Zoho', slug: 'zoho-integration' };
    expect(slugs.GUIDE_SLUGS).toHaveLength(GUIDE_SLUGS.length + 1);
    expect(slugs.GUIDE_SLUGS).toContain('zoho-integration');
    expect(tools.TOOL_GUIDES.at(-1)).toEqual(zoho);
    expect(hub.HUB_GUIDES.more.at(-1)).toEqual({
      name: 'Zoho',
      slug: 'zoho-integration',
      description: 'Each ping becomes a lead.',
      featured: false,
    });
    const integrations = documentation.GUIDE_TOPICS.find(({ name }) => name === 'Integrations');
    expect(integrations?.guides.at(-1)).toEqual(zoho);
    // The tools of the hub end with links to each other.
    expect(guides.find(({ slug }) => slug === 'hubspot-integration')?.related).toContain('zoho-integration');
    expect(guides.find(({ slug }) => slug === 'zoho-integration')?.related).toHaveLength(5);
  });

  it.each<{ fault: string; front: object | string; message: RegExp; name?: string }>([
    {
      fault: 'without a title',
      front: { ...FRONT, title: undefined },
      message: /zoho-integration\.mdx: title: .*expected string/,
    },
    {
      fault: 'with an unknown topic',
      front: { ...FRONT, topic: 'CRM' },
      message: /zoho-integration\.mdx: topic: /,
    },
    {
      fault: 'with an order that is no number',
      front: { ...FRONT, order: 'last' },
      message: /zoho-integration\.mdx: order: /,
    },
    {
      fault: 'with a field that is none',
      front: { ...FRONT, titel: 'Zoho' },
      message: /front matter: .*"titel"/,
    },
    {
      fault: 'with API documents that are not at https',
      front: { ...FRONT, tool: { ...FRONT.tool, apiDocs: { title: 'Zoho', href: 'http://zoho.example' } } },
      message: /tool\.apiDocs\.href: /,
    },
    {
      fault: 'that leads to no guide',
      front: { ...FRONT, related: ['nowhere'] },
      message: /related: there is no other guide nowhere/,
    },
    {
      fault: 'that leads to itself',
      front: { ...FRONT, related: ['zoho-integration'] },
      message: /related: there is no other guide/,
    },
    {
      fault: 'in the place of another',
      front: { ...FRONT, order: 3 },
      message: /order: .*“Integrations” too/,
    },
    {
      fault: 'with the title of another',
      front: { ...FRONT, title: 'HubSpot' },
      message: /title: .*integration\.mdx has the same/,
    },
    {
      fault: 'without a front matter',
      front: '## What you need\n',
      message: /does not begin with a front matter/,
    },
    {
      fault: 'whose front matter is not YAML',
      front: '---\ntitle: [\n---\n',
      message: /the front matter is not YAML/,
    },
    {
      fault: 'whose name is no address',
      front: FRONT,
      message: /its name is an address/,
      name: 'Zoho CRM.mdx',
    },
  ])('stop the build where one is $fault, by file and field', ({ front, message, name }) => {
    expect(() => withFile(front, name)).toThrow(message);
  });
});
