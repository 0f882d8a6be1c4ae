import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import { Check, Copy } from 'lucide-react';
import styles from './copy-button.module.css';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** What it does, in its tooltip and for those who do not see the icon: `Copy license key`. */
  label: string;
  /** For a line of text. */
  isSmall?: boolean;
}

export function CopyButton({ text, label, isSmall = false }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <Tooltip text={label} isName>
      <button
        type="button"
        className={styles.button}
        data-copied={isCopied}
        data-small={isSmall}
        aria-label={isCopied ? 'Copied' : label}
        onClick={(event) => {
          event.stopPropagation();
          void copy(text);
        }}
      >
        {isCopied ? <Check size={16} /> : <Copy size={16} />}
      </button>
    </Tooltip>
  );
}
