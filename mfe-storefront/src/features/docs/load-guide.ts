import { GUIDE_PAGES } from '@leadping/guides/pages';
// Includes the parts that all guides share once, with the list.
import './guide-page.tsx';
import './part.tsx';

/**
 * A separate chunk between the remote and the guides, so that other pages do not load the guides' addresses and
 * hashes.
 */
export const loadGuide = (slug: string) => GUIDE_PAGES[`docs/${slug}`]?.();
