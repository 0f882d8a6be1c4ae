import { Link2 } from 'lucide-react';
import reading from '../page/reading.module.css';
import styles from './anchored-heading.module.css';

export function AnchoredHeading({ id, title }: { id: string; title: string }) {
  return (
    <div className={styles.row}>
      <h2 className={reading.heading}>{title}</h2>
      <a href={`#${id}`} className={styles.anchor} aria-label={`Link to: ${title}`}>
        <Link2 size={18} aria-hidden="true" />
      </a>
    </div>
  );
}
