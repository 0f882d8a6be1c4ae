import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import { CopyButton } from './copy-button.tsx';
import styles from './cut-url.module.css';

/** Characters of an address that are shown (specification, signed-in side §9); it is copied whole. */
const MAX_LENGTH = 50;

interface CutUrlProps {
  url: string;
  /** For those who do not see the icon: `Copy webhook URL`. */
  label: string;
}

/** An address by its first characters. It is whole in its tooltip and when it is copied. */
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
