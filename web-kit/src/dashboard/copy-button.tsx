import { Check, Copy } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  text: string;
  /** The tooltip and accessible name: `Copy license key`. */
  label: string;
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
