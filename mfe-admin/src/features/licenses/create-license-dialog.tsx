import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import { useWriteOnce } from '@leadping/web-kit/api/write-once';
import { FormDialog } from '@leadping/web-kit/dashboard/form-dialog.tsx';
import { LostReply } from '@leadping/web-kit/dashboard/lost-reply.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { createLicense, readLicenses } from './endpoints.ts';
import { LicenseKey } from './license-columns.tsx';
import styles from './licenses.module.css';

interface CreateLicenseDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function CreateLicenseDialog({ isOpen, onClose }: CreateLicenseDialogProps) {
  const [made, setMade] = useState<AdminLicense>();
  return (
    <FormDialog
      isOpen={isOpen}
      title="Create Manual License"
      onClose={onClose}
      afterClose={() => setMade(undefined)}
    >
      {made ? (
        <div className={styles.made} role="status">
          <p>
            The key is on its way to <bdi>{made.email}</bdi>.
          </p>
          <LicenseKey licenseKey={made.licenseKey} />
          <Button type="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      ) : (
        <CreateLicenseForm onMade={setMade} onCancel={onClose} />
      )}
    </FormDialog>
  );
}

interface CreateLicenseFormProps {
  onMade: (license: AdminLicense) => void;
  onCancel: () => void;
}

function CreateLicenseForm({ onMade, onCancel }: CreateLicenseFormProps) {
  const toast = useToast();
  const onError = useFailureToast('Failed to create license');
  const create = useWriteOnce(createLicense, {
    invalidates: [readLicenses],
    onSuccess: () => toast({ title: 'License created successfully', tone: 'success' }),
    onError,
  });
  return (
    <ContractForm
      label="Create Manual License"
      schema={() => import('../../schemas.ts').then((schemas) => schemas.createManualLicense.body)}
      initial={{ email: '', notes: '' }}
      error={create.error}
      onSubmit={(body) =>
        // Only while the form is here: the dialog may have been opened again for another license.
        create.mutate({ body }, { onSuccess: onMade })
      }
    >
      {({ email }) => (
        <>
          {create.lost && (
            <LostReply what={`The license for ${create.lost.body.email}`} button="Create license" />
          )}
          <TextField
            name="email"
            label="Customer email"
            type="email"
            autoComplete="off"
            hint="The key is emailed to this address."
          />
          <TextField name="notes" label="Notes" rows={3} hint="Only admins see them." />
          <div className={form.actions}>
            <SubmitButton isBusy={create.isPending} busy="Creating" disabled={email.trim() === ''}>
              Create license
            </SubmitButton>
            <Button size="large" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </ContractForm>
  );
}
