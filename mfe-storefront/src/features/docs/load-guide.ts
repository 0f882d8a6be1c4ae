import { GUIDE_PAGES } from '@leadping/guides/pages';
// What every guide shows comes with the list of them, once.
import './guide-page.tsx';
import './part.tsx';

/** A file of its own between the remote and the guides: their addresses and hashes are not for pages that show none. */
export const loadGuide = (slug: string) => GUIDE_PAGES[`docs/${slug}`]?.();
