import { useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { saveFile } from '@leadping/web-kit/page/save-file.ts';
import { useState } from 'react';
import { erasePerson, exportPerson, readErasures } from './endpoints.ts';
import styles from './privacy.module.css';

/** Requires an export first, so that the data are seen before they are erased. */
export function PersonForm() {
  const toast = useToast();
  const onExportFailure = useFailureToast('The export failed');
  const onEraseFailure = useFailureToast('The person was not erased');
  const [isConfirming, setIsConfirming] = useState(false);
  const read = useWrite(exportPerson, { onError: onExportFailure });
  const erase = useWrite(erasePerson, {
    invalidates: [readErasures],
    onSuccess: () => {
      toast({
        title: 'Erasure requested',
        description: 'Each service reports below, usually within seconds.',
        tone: 'success',
      });
      read.reset();
    },
    onError: onEraseFailure,
  });
  const found = read.data;

  return (
    <Panel
      title="One person"
      text="This doesn’t search the payment provider, the email provider or a reseller’s own systems."
    >
      <ContractForm
        label="Find a person"
        schema={() => import('../../schemas.ts').then((schemas) => schemas.exportPersonalData.body)}
        initial={{ email: '' }}
        error={read.error}
        onSubmit={(body) => read.mutate({ body })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <SubmitButton isBusy={read.isPending} busy="Reading">
          Find records
        </SubmitButton>
      </ContractForm>
      {found && (
        <section className={styles.found} aria-label={`Records of ${found.email}`}>
          <p role="status">
            {found.records.length === 0
              ? `Nothing is stored about ${found.email}.`
              : `${recordsText(found.records.length)} of ${found.email}: ${summaryOf(found.records)}.`}
          </p>
          {found.obstacles.map((obstacle) => (
            <p key={obstacle} role="alert">
              {obstacle}
            </p>
          ))}
          {found.records.length > 0 && (
            <div className={styles.actions}>
              <Button onClick={() => saveFile(`export-${found.exportedAt.slice(0, 10)}.json`, asJson(found))}>
                Download JSON
              </Button>
              <Button danger disabled={found.obstacles.length > 0} onClick={() => setIsConfirming(true)}>
                Erase this person
              </Button>
            </div>
          )}
        </section>
      )}
      <ConfirmDialog
        isOpen={isConfirming && found !== undefined}
        title={`Erase ${found?.email ?? ''}?`}
        confirmLabel="Erase person"
        isPending={erase.isPending}
        onConfirm={() =>
          erase.mutate({ body: { email: found?.email ?? '' } }, { onSuccess: () => setIsConfirming(false) })
        }
        onCancel={() => setIsConfirming(false)}
      >
        <p>
          <strong>What goes:</strong> their account and sessions, tickets, the content and address of every
          email, name and address on orders and licenses, device names, and their address in logs.
        </p>
        <p>
          <strong>What stays:</strong> amounts, dates and numbers of orders, which bookkeeping requires, and
          their license key, which keeps working but cannot be emailed again.
        </p>
        <p>This cannot be undone. Events expire in the message store within 30 days.</p>
      </ConfirmDialog>
    </Panel>
  );
}

const recordsText = (count: number) => (count === 1 ? '1 record' : `${count} records`);

function summaryOf(records: readonly { collection: string }[]): string {
  const counts = new Map<string, number>();
  for (const { collection } of records) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  return [...counts].map(([collection, count]) => `${count} in ${collection}`).join(', ');
}

const asJson = (value: unknown) => new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' });
