interface RingMarkProps {
  size?: number;
  className?: string;
}

/** The mark: a point with two rings, in the text's color. */
export function RingMark({ size = 28, className }: RingMarkProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="4" fill="currentColor" stroke="none" />
      <circle cx="16" cy="16" r="9" strokeWidth="2.4" opacity="0.7" />
      <circle cx="16" cy="16" r="14.2" strokeWidth="1.8" opacity="0.35" />
    </svg>
  );
}
