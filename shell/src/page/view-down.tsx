import { Rings } from './rings.tsx';

interface Props {
  label: string;
  onRetry(): void;
}

export function ViewDown({ label, onRetry }: Props) {
  return (
    <section className="lp-notice">
      <Rings className="lp-rings" />
      <h1>{label} did not load</h1>
      <p>Nothing is lost, everything else here works, and we have been notified.</p>
      <p className="lp-actions">
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    </section>
  );
}
