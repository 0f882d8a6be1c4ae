import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Typing pause before a search runs, in ms. */
const REST_MS = 250;

/** The text of a search box with a debounced search. A search that changes elsewhere updates the text. */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  const run = useEffectEvent(onSearch);

  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = wanted;
      run(wanted);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return [text, setText] as const;
}
