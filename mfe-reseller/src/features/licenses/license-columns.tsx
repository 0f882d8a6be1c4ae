import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { Day } from '@leadping/web-kit/dashboard/moment.tsx';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { emailOf, keyOf } from './license-facts.ts';
import styles from './licenses.module.css';

export const COLUMNS: readonly Column<ResellerLicense>[] = [
  {
    key: 'email',
    title: 'Customer',
    render: (license) => (
      <span className={styles.customer}>
        <EmailText email={emailOf(license)} />
        {license.businessName && <span>{license.businessName}</span>}
      </span>
    ),
  },
  {
    key: 'licenseKey',
    title: 'License key',
    isWide: true,
    render: (license) => <code className={styles.key}>{keyOf(license)}</code>,
  },
  {
    key: 'createdAt',
    title: 'Created',
    render: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ isActive, isTest }) => (
      <span className={styles.badges}>
        <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        {isTest && <Badge tone="signal">Test</Badge>}
      </span>
    ),
  },
];
