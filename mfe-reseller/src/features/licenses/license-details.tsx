import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { Modal } from '@leadping/web-kit/ui/core';
import { minuteText } from '@leadping/web-kit/page/dates.ts';
import { emailOf, keyOf } from './license-facts.ts';
import styles from './licenses.module.css';

interface LicenseDetailsProps {
  license: ResellerLicense | undefined;
  onClose: () => void;
}

export function LicenseDetails({ license, onClose }: LicenseDetailsProps) {
  const shown = useLast(license);
  return (
    <Modal open={license !== undefined} title="License Details" footer={null} onCancel={onClose}>
      {shown && <Facts license={shown} />}
    </Modal>
  );
}

function Facts({ license }: { license: ResellerLicense }) {
  return (
    <dl className={styles.facts}>
      <dt>License key</dt>
      <dd className={styles.withCopy}>
        <code className={styles.key}>{keyOf(license)}</code>
        <CopyButton text={keyOf(license)} label="Copy license key" />
      </dd>
      <dt>Customer</dt>
      <dd>{emailOf(license)}</dd>
      <dt>Business</dt>
      <dd>{license.businessName || 'None'}</dd>
      <dt>Status</dt>
      <dd>
        <Badge tone={license.isActive ? 'success' : 'neutral'}>
          {license.isActive ? 'Active' : 'Inactive'}
        </Badge>
      </dd>
      <dt>Created</dt>
      <dd>{minuteText(license.createdAt)}</dd>
      <dt>Last change</dt>
      <dd>{minuteText(license.updatedAt)}</dd>
      <dt>Notes</dt>
      <dd>{license.notes || 'None'}</dd>
    </dl>
  );
}
