import type { FieldFailures as Failure } from '@leadping/contracts/licensing/selectors-routes';
import { reading } from '@leadping/web-kit/api/hooks';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Skeleton } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { readFieldFailures } from './endpoints.ts';
import { FIELD_NAMES } from './field-names.ts';
import styles from './selectors.module.css';

const DAYS = 7;

/** The fields that captures left empty, so that an admin sees when the networking site has changed its pages. */
export function FieldFailures({ published }: { published: number }) {
  const { data, error, refetch } = useQuery({ ...reading(readFieldFailures), staleTime: 0 });
  const [openedAt] = useState(() => Date.now());
  const rows = data && sumByField(data, openedAt);
  return (
    <Panel
      title="Fields not found"
      text="Installations that left a field empty in the last 7 days, each counted once a day. They send the name of the field and nothing else; the email is left out, since few profiles show one."
    >
      {error && (
        <LoadError title="We couldn't load the counts" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {rows?.length === 0 && <p className={styles.note}>Every field was found.</p>}
      {rows && rows.length > 0 && (
        <ul className={styles.versions} aria-label="Fields not found">
          {rows.map(({ field, version, today, week }) => (
            <li key={`${version} ${field}`}>
              <strong>{FIELD_NAMES[field]}</strong>
              <Badge tone={version === published ? 'success' : 'neutral'}>
                {version === 0 ? 'Built-in selectors' : `Version ${version}`}
              </Badge>
              <span className={styles.by}>
                {today} today, {week} in {DAYS} days
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface FieldSum {
  field: Failure['field'];
  version: number;
  today: number;
  week: number;
}

/** By field and version, the most first. */
function sumByField(failures: readonly Failure[], now: number): FieldSum[] {
  const dayBefore = (days: number) => new Date(now - days * 24 * 3600_000).toISOString().slice(0, 10);
  const sums = new Map<string, FieldSum>();
  for (const { day, field, version, count } of failures) {
    if (day <= dayBefore(DAYS)) continue;
    const id = `${version} ${field}`;
    const sum = sums.get(id) ?? { field, version, today: 0, week: 0 };
    sums.set(id, { ...sum, week: sum.week + count, today: sum.today + (day === dayBefore(0) ? count : 0) });
  }
  return [...sums.values()].sort((one, other) => other.week - one.week);
}
