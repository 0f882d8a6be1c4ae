import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  text: string;
  /** The accessible name, such as "Copy the payload". */
  label: string;
}

const SHOWN_MS = 2000;

export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // A browser may refuse the clipboard, for example in a frame. The text stays selectable.
      setOutcome('refused');
    }
  }

  return (
    <button type="button" className={styles.button} onClick={copy} aria-label={label}>
      {outcome === 'copied' ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
      <output>
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Select and copy by hand' : 'Copy'}
      </output>
    </button>
  );
}
