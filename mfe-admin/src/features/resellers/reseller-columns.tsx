import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { formatMoney } from '@leadping/contracts/currency';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import styles from './resellers.module.css';

export const COLUMNS: readonly Column<Reseller>[] = [
  {
    key: 'businessName',
    title: 'Business',
    render: ({ businessName, subdomain }) => (
      <span className={styles.who}>
        <bdi>{businessName}</bdi>
        <a href={`/r/${subdomain}`} target="_blank" rel="noreferrer">
          /r/{subdomain}
        </a>
      </span>
    ),
  },
  {
    key: 'userEmail',
    title: 'Sign-in',
    isWide: true,
    render: ({ userEmail, username }) => (
      <span className={styles.who}>
        <EmailText email={userEmail ?? 'No account'} />
        {username && <small>{username}</small>}
      </span>
    ),
  },
  {
    key: 'productPrice',
    title: 'Price',
    align: 'end',
    render: ({ productPrice, currency }) => formatMoney({ amountMinor: productPrice, currency }),
  },
  {
    key: 'isActive',
    title: 'Status',
    render: ({ isActive, paymentConfigured }) => (
      <span className={styles.badges}>
        <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        {!paymentConfigured && <Badge tone="warning">No payment keys</Badge>}
      </span>
    ),
  },
  {
    key: 'createdAt',
    title: 'Since',
    isSortable: true,
    render: ({ createdAt }) => <Moment at={createdAt} />,
  },
];
