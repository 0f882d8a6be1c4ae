import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { IconButton } from '@leadping/web-kit/dashboard/icon-button.tsx';
import { Eye, KeyRound, Pencil, Power, PowerOff, Trash2 } from 'lucide-react';
import type { Action } from './action-dialog.tsx';
import styles from './resellers.module.css';

interface ResellerActionsProps {
  reseller: Reseller;
  onOpen: (dialog: 'details' | 'edit') => void;
  onIntent: (action: Action) => void;
}

/** The actions for one reseller. Each label names the reseller. */
export function ResellerActions({ reseller, onOpen, onIntent }: ResellerActionsProps) {
  const { businessName: name, isActive } = reseller;
  return (
    <span className={styles.actions}>
      <IconButton icon={Eye} label={`Details of ${name}`} onClick={() => onOpen('details')} />
      <IconButton icon={Pencil} label={`Edit ${name}`} onClick={() => onOpen('edit')} />
      <IconButton
        icon={KeyRound}
        label={`Resend credentials to ${name}`}
        onClick={() => onIntent('resend')}
      />
      {isActive ? (
        <IconButton icon={PowerOff} label={`Deactivate ${name}`} onClick={() => onIntent('deactivate')} />
      ) : (
        <IconButton icon={Power} label={`Activate ${name}`} onClick={() => onIntent('activate')} />
      )}
      <IconButton icon={Trash2} tone="danger" label={`Delete ${name}`} onClick={() => onIntent('delete')} />
    </span>
  );
}
