import styles from './page-skeleton.module.css';
import { useDelayed } from './use-delayed.ts';

/** In the place of a page that loads; what is quick shows nothing. */
export function PageSkeleton() {
  const isLate = useDelayed(true);
  return (
    <div role="status" className={styles.skeleton}>
      <span className={styles.spoken}>Loading...</span>
      {isLate && (
        <>
          <span data-part="title" />
          <span data-part="cards" />
          <span data-part="body" />
        </>
      )}
    </div>
  );
}
