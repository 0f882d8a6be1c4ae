import { Rings } from './rings.tsx';

/** Shown only after a moment (its style waits): most pages are there before. */
export function Loader({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="lp-loader" aria-live="polite">
      <Rings className="lp-rings" />
      <p>{label}</p>
    </div>
  );
}
