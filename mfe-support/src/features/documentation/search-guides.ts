import { GUIDE_TOPICS } from '@leadping/guides/lists/documentation';
import { fold } from '@leadping/web-kit/fold';

/** Guides whose title contains the words, ignoring case. Topics without a match are omitted. */
export function searchGuides(words: string): typeof GUIDE_TOPICS {
  const wanted = fold(words.trim());
  return GUIDE_TOPICS.map(({ name, guides }) => ({
    name,
    guides: guides.filter(({ title }) => fold(title).includes(wanted)),
  })).filter(({ guides }) => guides.length > 0);
}
