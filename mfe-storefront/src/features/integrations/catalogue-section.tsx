import { Link } from '@leadping/web-kit/router';
import type { Integration } from '../../copy/integrations.ts';
import styles from './catalogue-section.module.css';

interface CatalogueSectionProps {
  id: string;
  title: string;
  items: readonly Integration[];
}

export function CatalogueSection({ id, title, items }: CatalogueSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.items}>
        {items.map(({ name, slug, description, featured }) => (
          <li key={slug} className={featured ? `${styles.item} ${styles.featured}` : styles.item}>
            <Link to={`/docs/${slug}`} className={styles.name}>
              {name}
            </Link>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
