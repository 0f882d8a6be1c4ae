import { Check, Copy } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
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
    <IconButton
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? Check : Copy}
      isSmall={isSmall}
      isCopied={isCopied}
      onClick={(event) => {
        event.stopPropagation();
        void copy(text);
      }}
    />
  );
}
