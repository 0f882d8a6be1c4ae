import { Check, Copy } from 'lucide-react';
import styles from './copy-button.module.css';
import { useCopy } from './use-copy.ts';

interface LabeledCopyButtonProps {
  text: string;
  /** The accessible name: `Copy your reply`. */
  label: string;
}

export function LabeledCopyButton({ text, label }: LabeledCopyButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <button
      type="button"
      className={styles.button}
      data-copied={isCopied}
      data-wide
      aria-label={isCopied ? 'Copied' : label}
      onClick={() => void copy(text)}
    >
      {isCopied ? <Check size={16} /> : <Copy size={16} />}
      <span>{isCopied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
