import { reading } from '@leadping/web-kit/api/hooks';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { dayText } from '@leadping/web-kit/page/dates.ts';
import { readLicenses } from '../../endpoints.ts';
import { HOME } from '../account/home.ts';
import { emailOf } from '../licenses/license-facts.ts';
import { MAX_RECENT } from './max-recent.ts';
import styles from './recent.module.css';
import { FRESH } from '../fresh.ts';

export const useRecentLicenses = () =>
  useQuery({ ...reading(readLicenses, { query: { limit: MAX_RECENT } }), ...FRESH });

export function RecentLicenses() {
  const { data, error, refetch } = useRecentLicenses();
  return (
    <Panel title="Recent licenses" action={<Link to={`${HOME}/licenses`}>All licenses</Link>}>
      {error && !data && (
        <LoadError title="We couldn't load the licenses" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <p className={styles.none}>
          <b>No licenses yet</b>
          Each paid order creates one. You can also create one for a customer.
        </p>
      )}
      <ul className={styles.list} aria-label="Recent licenses">
        {data?.slice(0, MAX_RECENT).map((license) => (
          <li key={license.id}>
            <span className={styles.who}>{emailOf(license)}</span>
            <time dateTime={license.createdAt}>{dayText(license.createdAt)}</time>
            <Badge tone={license.isActive ? 'success' : 'neutral'}>
              {license.isActive ? 'Active' : 'Inactive'}
            </Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
