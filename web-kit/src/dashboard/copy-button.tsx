import { Check, Copy } from 'lucide-react';
import styles from './copy-button.module.css';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** What it does, for those who do not see the icon: `Copy license key`. */
  label: string;
  /** Shows the word beside the icon. */
  hasText?: boolean;
  /** For a line of text. */
  isSmall?: boolean;
}

export function CopyButton({ text, label, hasText = false, isSmall = false }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <button
      type="button"
      className={styles.button}
      data-copied={isCopied}
      data-wide={hasText}
      data-small={isSmall}
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        void copy(text);
      }}
    >
      {isCopied ? <Check size={16} /> : <Copy size={16} />}
      {hasText && <span>{isCopied ? 'Copied' : 'Copy'}</span>}
    </button>
  );
}
