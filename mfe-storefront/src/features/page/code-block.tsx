import { CopyButton } from './copy-button.tsx';
import styles from './code-block.module.css';

interface CodeBlockProps {
  /** The block's title, such as "The payload" or "Formula". It also names the copy button. */
  title: string;
  code: string;
}

export function CodeBlock({ title, code }: CodeBlockProps) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.bar}>
        <span>{title}</span>
        <CopyButton text={code} label={`Copy: ${title}`} />
      </figcaption>
      <pre className={styles.code}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
