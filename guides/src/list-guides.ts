import { type Guide, TOPICS } from './guide.ts';

export interface ListedGuide {
  title: string;
  /** The last part of `/docs/{slug}`. */
  slug: string;
}

/** A tool in the catalog of the integration hub. */
export interface CatalogItem {
  name: string;
  /** The last part of `/docs/{slug}`. */
  slug: string;
  description: string;
  featured: boolean;
}

export interface PopularGuide extends ListedGuide {
  badge?: string | undefined;
  text: string;
}

/** The exported values of each module of `lists`, so that a page with one list does not load another. */
export interface GuideLists {
  slugs: { GUIDE_SLUGS: readonly string[] };
  /** The guides of single tools, for menus. */
  tools: { TOOL_GUIDES: readonly ListedGuide[] };
  /** The groups of the integration hub. */
  hub: { HUB_GUIDES: Readonly<Record<'featured' | 'more' | 'platforms', readonly CatalogItem[]>> };
  /** All documentation and the cards above it. */
  documentation: {
    GUIDE_TOPICS: readonly { name: string; guides: readonly ListedGuide[] }[];
    POPULAR_GUIDES: readonly PopularGuide[];
  };
}

const listed = ({ title, slug }: ListedGuide): ListedGuide => ({ title, slug });

export function listGuides(guides: readonly Guide[]): GuideLists {
  const toolsOf = (group: 'featured' | 'more' | 'platforms'): CatalogItem[] =>
    guides.flatMap(({ title: name, slug, tool }) =>
      tool?.group === group
        ? [{ name, slug, description: tool.description, featured: group === 'featured' }]
        : [],
    );
  return {
    slugs: { GUIDE_SLUGS: guides.map(({ slug }) => slug) },
    tools: { TOOL_GUIDES: guides.filter(({ tool }) => tool).map(listed) },
    hub: {
      HUB_GUIDES: { featured: toolsOf('featured'), more: toolsOf('more'), platforms: toolsOf('platforms') },
    },
    documentation: {
      GUIDE_TOPICS: TOPICS.map((name) => ({
        name,
        guides: guides.filter(({ topic }) => topic === name).map(listed),
      })),
      POPULAR_GUIDES: guides.flatMap((guide) =>
        guide.popular ? [{ ...listed(guide), ...guide.popular }] : [],
      ),
    },
  };
}
