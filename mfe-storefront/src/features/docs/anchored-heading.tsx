import { Link2 } from 'lucide-react';
import reading from '../page/reading.module.css';
import styles from './anchored-heading.module.css';

/** A heading with a link to itself, for sending somebody to just this place. */
export function AnchoredHeading({ id, title }: { id: string; title: string }) {
  return (
    <h2 className={`${reading.heading} ${styles.heading}`}>
      {title}
      <a href={`#${id}`} className={styles.anchor} aria-label={`Link to: ${title}`}>
        <Link2 size={18} aria-hidden="true" />
      </a>
    </h2>
  );
}
