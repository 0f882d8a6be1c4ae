import type { SystemLog } from '@leadping/contracts/support/system-log-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import styles from './logs.module.css';

interface LogListProps {
  logs: readonly SystemLog[];
  /** Shows only the lines of one trace. */
  onTrace: (traceId: string) => void;
}

export function LogList({ logs, onTrace }: LogListProps) {
  return (
    <ul className={styles.logs} aria-label="System logs">
      {logs.map((log) => (
        <li key={log.id} data-level={log.level}>
          <span className={styles.head}>
            <Badge tone={log.level === 'error' ? 'danger' : 'neutral'}>{log.level}</Badge>
            <span className={styles.category}>{log.category}</span>
            <Moment at={log.createdAt} />
          </span>
          <p>{log.message}</p>
          {log.data.nextStep && <p className={styles.next}>{log.data.nextStep}</p>}
          <Facts data={log.data} onTrace={onTrace} />
        </li>
      ))}
    </ul>
  );
}

/** Labels of the services' field names. Other names are split at their capitals. */
const NAMES: Record<string, string> = {
  to: 'To',
  kind: 'Email',
  username: 'User',
  app: 'Page',
  durationMs: 'Milliseconds',
};

function nameOf(field: string): string {
  const words = field
    .replace(/Id$/, '')
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase();
  return NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function Facts({ data, onTrace }: Pick<SystemLog, 'data'> & Pick<LogListProps, 'onTrace'>) {
  const facts = Object.entries(data).filter(
    ([name, value]) => name !== 'nextStep' && value !== null && value !== '',
  );
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <Value name={name} value={String(value)} onTrace={onTrace} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value, onTrace }: { name: string; value: string } & Pick<LogListProps, 'onTrace'>) {
  if (!name.endsWith('Id')) return value;
  if (name === 'traceId') {
    return (
      <>
        <button type="button" aria-label={value} title="Show only this trace" onClick={() => onTrace(value)}>
          <ShortId id={value} />
        </button>
        <CopyButton text={value} label="Copy trace ID" isSmall />
      </>
    );
  }
  const to = name === 'orderId' ? `/admin/orders?order=${encodeURIComponent(value)}` : undefined;
  return <ShortId id={value} to={to} copies={`${nameOf(name).toLowerCase()} ID`} />;
}
