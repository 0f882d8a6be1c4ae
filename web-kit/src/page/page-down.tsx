import { BRAND } from '@leadping/contracts/brand';
import { RingMark } from './ring-mark.tsx';

export const PAGE_DOWN = {
  title: 'This page did not load',
  text: `Purchases, licenses and the rest of ${BRAND.name} are not affected, and we have been notified.`,
};

/** Replaces the failed content of a page. The surrounding layout still works. */
export function PageDown({ onRetry }: { onRetry: () => void }) {
  return (
    <section className="lp-notice" role="alert">
      <RingMark size={72} className="lp-rings" />
      <h1>{PAGE_DOWN.title}</h1>
      <p>{PAGE_DOWN.text}</p>
      <p className="lp-actions">
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    </section>
  );
}
