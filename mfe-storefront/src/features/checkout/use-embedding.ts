import { useEffect } from 'react';
import { joinParent } from './parent-page.ts';

/** For embeddable pages: receives the embedding page's address and reports the height. */
export function useEmbedding(): void {
  useEffect(joinParent, []);
}
