import type { ComponentType, ReactNode } from 'react';
import { Sparkline } from './sparkline.tsx';
import styles from './stat-card.module.css';

interface StatCardProps {
  label: string;
  /** The figure; a skeleton is in its place while it is `undefined`. */
  value: ReactNode;
  /** What the figure is made of: `from 12 orders`. */
  note?: ReactNode;
  icon?: ComponentType<{ size?: number }>;
  tone?: 'neutral' | 'success' | 'warning' | 'danger';
  /** A value a day, drawn as a small line; the note says in words what it shows. */
  trend?: readonly number[];
}

/** A figure of more characters is written smaller where cards are narrow, so that it is not broken. */
const LONG_FIGURE = 11;

const isLong = (value: ReactNode) =>
  typeof value === 'string' && value.split(' ').some((word) => word.length > LONG_FIGURE);

/** One figure with its name. A set of them is a `StatCards`. */
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
