import { useEffect } from 'react';
import { joinParent } from './parent-page.ts';

/** For the pages that others may embed: they learn who embeds them and tell how high they are. */
export function useEmbedding(): void {
  useEffect(joinParent, []);
}
