import { useToast } from '@leadping/web-kit/shell';
import { createContext, use, useEffect, useState } from 'react';

/** How long the confirmation stays (specification, signed-in side §9). */
const CONFIRMATION = 2000;

/** The toast's title; the admin's dashboard has its own (specification, signed-in side §8). Each remote bundles this context, so that each provides it. */
export const CopiedTitle = createContext('Copied!');

/** Copies a text; `isCopied` is true for two seconds. */
export function useCopy() {
  const title = use(CopiedTitle);
  const toast = useToast();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      toast({ title, tone: 'success' });
    } catch {
      toast({ title: 'Copy failed: Please copy manually', tone: 'destructive' });
    }
  };
  return { isCopied, copy };
}
