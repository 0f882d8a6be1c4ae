import { GUIDE_TOPICS } from '@leadping/guides/lists/documentation';

/** The guides whose title holds the words, whatever their case; a topic without any is left out. */
export function searchGuides(words: string): typeof GUIDE_TOPICS {
  const wanted = words.trim().toLowerCase();
  return GUIDE_TOPICS.map(({ name, guides }) => ({
    name,
    guides: guides.filter(({ title }) => title.toLowerCase().includes(wanted)),
  })).filter(({ guides }) => guides.length > 0);
}
