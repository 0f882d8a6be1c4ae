import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import styles from './audit.module.css';
import { changeText, labelOfField, readableChanges, valueText } from './change-text.ts';

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
  'svc-support': 'Tickets, email and logs',
  gateway: 'Releases',
};

/** More than this many are folded. */
const SHOWN_CHANGES = 4;

export const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'what',
    title: 'What',
    render: (entry) => <What {...entry} />,
  },
  {
    key: 'who',
    title: 'Who',
    isWide: true,
    render: ({ actor, address }) => (
      <span className={styles.what}>
        <bdi>{actor.username}</bdi>
        <small>
          {ROLE_NAMES[actor.role]}, <code className={styles.address}>{address}</code>
        </small>
      </span>
    ),
  },
  { key: 'at', title: 'When', render: ({ at }) => <Moment at={at} /> },
  {
    key: 'changes',
    title: 'Changes',
    isWide: true,
    render: ({ changes }) => <Changes changes={readableChanges(changes)} />,
  },
];

function What({ summary, action, target, outcome, changes }: AuditEntry) {
  const [first, ...others] = readableChanges(changes);
  return (
    <span className={styles.what}>
      {first && (
        <span>
          <bdi>{changeText(first)}</bdi>
          {others.length > 0 && ` and ${others.length} more`}
        </span>
      )}
      <Tooltip text={action}>{first ? <small>{summary}</small> : <span>{summary}</span>}</Tooltip>
      {target && (
        <small>
          <code>{target}</code>
        </small>
      )}
      {outcome === 'unknown' && <Badge tone="warning">May be incomplete</Badge>}
    </span>
  );
}

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
          <dt>{labelOfField(field)}</dt>
          <dd>
            {before !== null && before !== '' && (
              <>
                <del>{valueText(field, before)}</del>{' '}
              </>
            )}
            <ins>{after === null ? 'removed' : valueText(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
