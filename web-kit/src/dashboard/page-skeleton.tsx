import styles from './page-skeleton.module.css';
import { useDelayed } from './use-delayed.ts';

interface PageSkeletonProps {
  /** The layout of the loading content: a whole page, or two panels side by side. */
  of?: 'page' | 'panels';
}

/** Placeholder for loading content. Fast content shows no placeholder. */
export function PageSkeleton({ of = 'page' }: PageSkeletonProps) {
  const isLate = useDelayed(true);
  return (
    <div role="status" className={styles.skeleton}>
      <span className={styles.spoken}>Loading...</span>
      {isLate && of === 'panels' && (
        <div data-part="panels">
          <span data-part="body" />
          <span data-part="body" />
        </div>
      )}
      {isLate && of === 'page' && (
        <>
          <span data-part="title" />
          <span data-part="cards" />
          <span data-part="body" />
        </>
      )}
    </div>
  );
}
