import { formatWhole } from '@leadping/contracts/currency';
import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { Input } from '@leadping/web-kit/ui/form';
import { useState } from 'react';
import { readLicenses } from '../licenses/endpoints.ts';
import { revokeLicenses } from './endpoints.ts';
import styles from './resellers.module.css';

/** Ends every license that a reseller issued since a moment, after a question that says how final that is. */
export function RevokeLicenses({
  reseller: { id, businessName },
}: {
  reseller: Pick<Reseller, 'id' | 'businessName'>;
}) {
  const [since, setSince] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const toast = useToast();
  const onError = useFailureToast('Error');
  const revoke = useWrite(revokeLicenses, {
    invalidates: [readLicenses],
    onSuccess: ({ revoked, left }) => {
      setIsAsking(false);
      const done = revoked === 1 ? '1 license revoked' : `${formatWhole(revoked)} licenses revoked`;
      toast(
        left === 0
          ? { title: done, tone: 'success' }
          : {
              title: done,
              description: `${formatWhole(left)} are left. Revoke again to continue.`,
              tone: 'destructive',
            },
      );
    },
    onError,
  });
  // The date as it was typed, in this browser's time zone.
  const from = new Date(since);
  return (
    <>
      <h3 className={styles.heading}>Revoke licenses</h3>
      <p>Use this if someone issued licenses that nobody paid for.</p>
      <label htmlFor="revoke-since">Issued since</label>
      <Input
        id="revoke-since"
        type="datetime-local"
        value={since}
        onChange={(event) => setSince(event.target.value)}
      />
      <Button danger disabled={Number.isNaN(from.getTime())} onClick={() => setIsAsking(true)}>
        Revoke licenses
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Revoke the licenses of ${businessName}?`}
        confirmLabel="Revoke licenses"
        isDanger
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { resellerId: id }, body: { since: from.toISOString() } })}
        onCancel={() => setIsAsking(false)}
      >
        <p>
          Every license that they issued since {Number.isNaN(from.getTime()) ? '' : from.toLocaleString('en')}{' '}
          stops working, sold ones too. Each customer gets an email. This action cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
