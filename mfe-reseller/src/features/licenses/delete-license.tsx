import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { deleteLicense, readLicenses } from '../../endpoints.ts';
import { emailOf } from './license-facts.ts';

interface DeleteLicenseProps {
  license: ResellerLicense | undefined;
  onClose: () => void;
}

export function DeleteLicense({ license, onClose }: DeleteLicenseProps) {
  const toast = useToast();
  const shown = useLast(license);
  const onFailure = useFailureToast('Delete Failed', 'Failed to delete license');
  const remove = useWrite(deleteLicense, {
    invalidates: [readLicenses],
    onSuccess: () => toast({ title: 'License Deleted', tone: 'success' }),
    onError: onFailure,
  });
  return (
    <ConfirmDialog
      isOpen={license !== undefined}
      title={shown ? `Delete the license of ${emailOf(shown)}?` : ''}
      confirmLabel="Delete license"
      isPending={remove.isPending}
      onConfirm={() => license && remove.mutate({ params: { id: license.id } }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      The extension stops working for this customer on all devices, and the license leaves your list. This
      can't be undone; the order and its payment stay as they are.
    </ConfirmDialog>
  );
}
