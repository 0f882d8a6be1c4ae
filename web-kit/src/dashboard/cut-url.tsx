import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import { CopyButton } from './copy-button.tsx';
import styles from './cut-url.module.css';

/** Maximum number of shown characters (specification, signed-in side §9). Copying takes the full address. */
const MAX_LENGTH = 50;

interface CutUrlProps {
  url: string;
  /** The copy button's accessible name: `Copy webhook URL`. */
  label: string;
}

/** A shortened address. The tooltip and the copy contain the full one. */
export function CutUrl({ url, label }: CutUrlProps) {
  return (
    <span className={styles.url}>
      {url.length > MAX_LENGTH ? (
        <Tooltip text={url}>
          <code>{`${url.slice(0, MAX_LENGTH)}...`}</code>
        </Tooltip>
      ) : (
        <code>{url}</code>
      )}
      <CopyButton text={url} label={label} isSmall />
    </span>
  );
}
