import { GUIDE_TOPICS } from '@leadping/guides/lists/documentation';
import { fold } from '@leadping/web-kit/fold';

/** The guides whose title holds the words, whatever their case; a topic without any is left out. */
export function searchGuides(words: string): typeof GUIDE_TOPICS {
  const wanted = fold(words.trim());
  return GUIDE_TOPICS.map(({ name, guides }) => ({
    name,
    guides: guides.filter(({ title }) => fold(title).includes(wanted)),
  })).filter(({ guides }) => guides.length > 0);
}
