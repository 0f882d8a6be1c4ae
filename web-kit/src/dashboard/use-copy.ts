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
  /** Of the copy that is being confirmed: each one has its two seconds. */
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return undefined;
    const timer = setTimeout(() => setCopiedAt(undefined), CONFIRMATION);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedAt(performance.now());
      toast({ title, tone: 'success' });
    } catch {
      toast({ title: 'Copy failed: Please copy manually', tone: 'destructive' });
    }
  };
  return { isCopied: copiedAt !== undefined, copy };
}
