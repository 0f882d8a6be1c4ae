import type { ComponentType, ReactNode } from 'react';
import { Sparkline } from './sparkline.tsx';
import styles from './stat-card.module.css';

interface StatCardProps {
  label: string;
  /** The figure. A skeleton replaces it while it is `undefined`. */
  value: ReactNode;
  /** Explains the figure: `from 12 orders`. */
  note?: ReactNode;
  icon?: ComponentType<{ size?: number }>;
  tone?: 'neutral' | 'success' | 'warning' | 'danger';
  /** One value per day, drawn as a small line. The note describes it in words. */
  trend?: readonly number[];
}

/**
 * Maximum characters of a full-size figure. Longer figures are smaller on narrow cards, so that they fit one line.
 */
const LONG_FIGURE = 11;

const isLong = (value: ReactNode) =>
  typeof value === 'string' && value.split(' ').some((word) => word.length > LONG_FIGURE);

export function StatCard({ label, value, note, icon: Icon, tone = 'neutral', trend }: StatCardProps) {
  return (
    <div className={styles.card} data-tone={tone}>
      <dt>
        {Icon && <Icon size={16} />}
        {label}
      </dt>
      <dd className={styles.value} data-long={isLong(value)}>
        {value ?? <span className={styles.skeleton} aria-label="Loading" role="img" />}
      </dd>
      {(note || trend) && (
        <dd className={styles.note}>
          <span>{note}</span>
          {trend && trend.length > 1 && <Sparkline values={trend} />}
        </dd>
      )}
    </div>
  );
}

export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={styles.cards} aria-label={label}>
      {children}
    </dl>
  );
}
