import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import type { ComponentType, MouseEvent } from 'react';
import styles from './copy-button.module.css';

interface IconButtonProps {
  /** The action and its object: `Delete license of ada@example.com`. */
  label: string;
  icon: ComponentType<{ size?: number }>;
  tone?: 'danger';
  disabled?: boolean;
  isSmall?: boolean;
  isCopied?: boolean;
  onClick: (event: MouseEvent) => void;
}

export function IconButton({
  label,
  icon: Icon,
  tone,
  disabled,
  isSmall,
  isCopied,
  onClick,
}: IconButtonProps) {
  return (
    <Tooltip text={label} isName>
      <button
        type="button"
        className={styles.button}
        data-tone={tone}
        data-small={isSmall}
        data-copied={isCopied}
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon size={16} />
      </button>
    </Tooltip>
  );
}
