import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** The block's label: `Embed code`. */
  label: string;
  code: string;
}

/** A text to copy as a whole: a snippet, an address, a payload. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <figure className={styles.block}>
      <figcaption>
        {label}
        <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />
      </figcaption>
      {/* The scrolling area must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
