import { CopyButton } from './copy-button.tsx';
import styles from './cut-url.module.css';

/** Characters of an address that are shown (specification, signed-in side §9); it is copied whole. */
const MAX_LENGTH = 50;

interface CutUrlProps {
  url: string;
  /** For those who do not see the icon: `Copy webhook URL`. */
  label: string;
}

/** An address by its first characters. It is whole on hover and when it is copied. */
export function CutUrl({ url, label }: CutUrlProps) {
  return (
    <span className={styles.url}>
      <code title={url}>{url.length > MAX_LENGTH ? `${url.slice(0, MAX_LENGTH)}...` : url}</code>
      <CopyButton text={url} label={label} isSmall />
    </span>
  );
}
