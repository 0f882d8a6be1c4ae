import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  text: string;
  /** What is copied, for those who cannot see it: "Copy the payload". */
  label: string;
}

const ANSWER_MS = 2000;

export function CopyButton({ text, label }: CopyButtonProps) {
  const [answer, setAnswer] = useState<'copied' | 'refused' | null>(null);

  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(null), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setAnswer('copied');
    } catch {
      // A browser may refuse the clipboard, in a frame for one; the text stays selectable.
      setAnswer('refused');
    }
  }

  return (
    <button type="button" className={styles.button} onClick={copy} aria-label={label}>
      {answer === 'copied' ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
      <output>
        {answer === 'copied' ? 'Copied' : answer === 'refused' ? 'Select and copy by hand' : 'Copy'}
      </output>
    </button>
  );
}
