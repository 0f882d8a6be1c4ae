import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { IconButton } from '@leadping/web-kit/dashboard/icon-button.tsx';
import { Eye, RefreshCw, Trash2 } from 'lucide-react';
import { emailOf, keyOf } from './license-facts.ts';
import styles from './licenses.module.css';

interface LicenseActionsProps {
  license: ResellerLicense;
  onDetails: () => void;
  onRotate: () => void;
  onDelete: () => void;
}

export function LicenseActions({ license, onDetails, onRotate, onDelete }: LicenseActionsProps) {
  const whose = emailOf(license);
  return (
    <span className={styles.actions}>
      <IconButton label={`View details of ${whose}`} icon={Eye} onClick={onDetails} />
      <CopyButton text={keyOf(license)} label={`Copy key of ${whose}`} />
      {license.isActive && (
        <IconButton label={`Rotate key of ${whose}`} icon={RefreshCw} onClick={onRotate} />
      )}
      <IconButton label={`Delete license of ${whose}`} icon={Trash2} tone="danger" onClick={onDelete} />
    </span>
  );
}
