import type { ComponentType } from 'react';
import { GUIDE_SLUGS } from './lists/slugs.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** The page of each guide by its name in a route table. In bundles `build/rules.ts` writes out the imports. */
export const GUIDE_PAGES: Readonly<Record<`docs/${string}`, Load>> = Object.fromEntries(
  GUIDE_SLUGS.map((slug) => [`docs/${slug}`, () => import(`../docs/${slug}.mdx`)]),
);
