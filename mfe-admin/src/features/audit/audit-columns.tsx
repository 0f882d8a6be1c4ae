import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { Moment } from '@leadping/web-kit/page/moment.tsx';
import styles from './audit.module.css';

export const ROLE_NAMES: Record<AuditEntry['actor']['role'], string> = {
  admin: 'Admin',
  support: 'Support',
  reseller: 'Reseller',
  other: 'Customer',
};
export const SERVICE_NAMES: Record<AuditEntry['service'], string> = {
  'svc-identity': 'Accounts',
  'svc-commerce': 'Sales and resellers',
  'svc-licensing': 'Licenses and selectors',
  'svc-support': 'Tickets, mail and logs',
  gateway: 'Releases',
};

/** More than this many are folded. */
const SHOWN_CHANGES = 4;

export const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'what',
    title: 'What',
    render: ({ summary, action, target, outcome }) => (
      <span className={styles.what}>
        {summary}
        <small>
          <code>{action}</code>
        </small>
        {target && (
          <small>
            <code>{target}</code>
          </small>
        )}
        {outcome === 'unknown' && <Badge tone="warning">May be incomplete</Badge>}
      </span>
    ),
  },
  {
    key: 'who',
    title: 'Who',
    render: ({ actor, address }) => (
      <span className={styles.what}>
        <bdi>{actor.username}</bdi>
        <small>{ROLE_NAMES[actor.role]}</small>
        <small>
          <code className={styles.address}>{address}</code>
        </small>
      </span>
    ),
  },
  { key: 'at', title: 'When', render: ({ at }) => <Moment at={at} /> },
  {
    key: 'changes',
    title: 'Changes',
    isWide: true,
    render: ({ changes }) => <Changes changes={changes} />,
  },
];

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const folded = changes.slice(SHOWN_CHANGES);
  return (
    <>
      <ChangeList changes={changes.slice(0, SHOWN_CHANGES)} />
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} more</summary>
          <ChangeList changes={folded} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes }: Pick<AuditEntry, 'changes'>) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== null && (
              <>
                <del>{String(before)}</del>{' '}
              </>
            )}
            <ins>{after === null ? 'removed' : String(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
