import { useToast } from '@leadping/web-kit/shell';
import { createContext, use, useEffect, useState } from 'react';

/** Duration of the confirmation in ms (specification, signed-in side §9). */
const CONFIRMATION = 2000;

/**
 * The toast's title. The admin's dashboard uses its own (specification, signed-in side §8). Each remote bundles
 * its own copy of this context, so each must provide it.
 */
export const CopiedTitle = createContext('Copied!');

/** Copies a text. `isCopied` is true for two seconds. */
export function useCopy() {
  const title = use(CopiedTitle);
  const toast = useToast();
  /** The time of the confirmed copy, so that each copy gets its full two seconds. */
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
