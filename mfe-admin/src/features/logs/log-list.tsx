import type { SystemLog } from '@leadping/contracts/support/system-log-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { Moment } from '@leadping/web-kit/page/moment.tsx';
import { Link } from '@leadping/web-kit/router';
import styles from './logs.module.css';

interface LogListProps {
  logs: readonly SystemLog[];
  /** Shows only what belongs to one trace. */
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
          <Facts data={log.data} onTrace={onTrace} />
        </li>
      ))}
    </ul>
  );
}

function Facts({ data, onTrace }: Pick<SystemLog, 'data'> & Pick<LogListProps, 'onTrace'>) {
  const facts = Object.entries(data).filter(([, value]) => value !== null && value !== '');
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {name === 'traceId' ? (
              <button type="button" onClick={() => onTrace(String(value))}>
                {String(value)}
              </button>
            ) : name === 'orderId' ? (
              <Link to={`/admin/orders?order=${encodeURIComponent(String(value))}`}>{String(value)}</Link>
            ) : (
              String(value)
            )}
            {name.endsWith('Id') && <CopyButton text={String(value)} label={`Copy ${name}`} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
