/** The mark: rings around a point. Decoration for an adjacent text. */
export function Rings({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 96 96" className={className} fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="48" cy="48" r="9" fill="currentColor" stroke="none" />
      <circle cx="48" cy="48" r="20" strokeWidth="5" />
      <circle cx="48" cy="48" r="32" strokeWidth="3" opacity="0.55" />
      <circle cx="48" cy="48" r="44" strokeWidth="2" opacity="0.25" />
    </svg>
  );
}
