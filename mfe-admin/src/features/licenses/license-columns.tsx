import type { AdminLicense, LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { IconButton } from '@leadping/web-kit/dashboard/icon-button.tsx';
import type { Column } from '@leadping/web-kit/dashboard/list-table.tsx';
import { ShortId } from '@leadping/web-kit/dashboard/short-id.tsx';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { Pencil } from 'lucide-react';
import styles from './licenses.module.css';

export const STATUSES: Record<LicenseStatus, [BadgeTone, string]> = {
  active: ['success', 'Active'],
  suspended: ['warning', 'Suspended'],
  revoked: ['neutral', 'Inactive'],
};

export function LicenseBadge({ status }: { status: LicenseStatus }) {
  const [tone, text] = STATUSES[status];
  return <Badge tone={tone}>{text}</Badge>;
}

export function LicenseKey({ licenseKey }: { licenseKey: string }) {
  return (
    <span className={styles.key}>
      <code>{licenseKey}</code>
      <CopyButton text={licenseKey} label="Copy license key" />
    </span>
  );
}

export const licenseColumns = (
  onCorrectEmail: (license: AdminLicense) => void,
): readonly Column<AdminLicense>[] => [
  {
    key: 'licenseKey',
    title: 'License key',
    render: ({ licenseKey }) => <LicenseKey licenseKey={licenseKey} />,
  },
  {
    key: 'email',
    title: 'Customer',
    isWide: true,
    render: (license) => (
      <span className={styles.customer}>
        <span>
          <EmailText email={license.email} />
          {license.isActive && (
            <IconButton
              isSmall
              label={`Correct email of license ${license.id}`}
              icon={Pencil}
              onClick={() => onCorrectEmail(license)}
            />
          )}
        </span>
        {license.businessName && (
          <small>
            <bdi>{license.businessName}</bdi>
          </small>
        )}
        {license.mail.state === 'failed' && (
          <span>
            <Badge tone="danger">Key not delivered</Badge> <small>{license.mail.error}</small>
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'seller',
    title: 'Seller',
    isWide: true,
    render: ({ seller }) => <bdi>{seller.businessName}</bdi>,
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, isTest, trialEndsAt }) => (
      <span className={styles.badges}>
        <LicenseBadge status={status} />
        {isTest && <Badge tone="signal">Test</Badge>}
        {trialEndsAt && <Badge tone="signal">Trial</Badge>}
      </span>
    ),
  },
  {
    key: 'activatedAt',
    title: 'First used',
    render: ({ activatedAt }) => (activatedAt ? <Moment at={activatedAt} /> : 'Not yet'),
  },
  {
    key: 'order',
    title: 'Order',
    render: ({ orderId }) =>
      orderId ? <ShortId id={orderId} to={`/admin/orders?order=${encodeURIComponent(orderId)}`} /> : 'None',
  },
  {
    key: 'createdAt',
    title: 'Issued',
    isSortable: true,
    render: ({ createdAt }) => <Moment at={createdAt} />,
  },
];
