import { Rings } from './rings.tsx';

/** Appears after a short delay (in its style), because most pages load faster. */
export function Loader({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="lp-loader" aria-live="polite">
      <Rings className="lp-rings" />
      <p>{label}</p>
    </div>
  );
}
