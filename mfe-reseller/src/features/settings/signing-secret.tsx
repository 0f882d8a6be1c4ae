import { useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { NewSecret } from '@leadping/web-kit/dashboard/masked-secret.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { Button } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { renewSigningSecret } from '../../endpoints.ts';
import styles from './settings.module.css';

export function SigningSecret() {
  const [isAsking, setIsAsking] = useState(false);
  const onFailure = useFailureToast('Update Failed', 'Failed to create the signing secret');
  const renew = useWrite(renewSigningSecret, { onError: onFailure });
  return (
    <div className={styles.secret}>
      {renew.data && (
        <>
          <NewSecret secret={renew.data.secret} label="signing secret" />
          <p role="status">Copy it now: it is shown this once.</p>
        </>
      )}
      <Button loading={renew.isPending} onClick={() => setIsAsking(true)}>
        Create new signing secret
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Create a new signing secret?"
        confirmLabel="Create new secret"
        onConfirm={() => {
          setIsAsking(false);
          renew.mutate(undefined);
        }}
        onCancel={() => setIsAsking(false)}
      >
        From now on we sign with the new secret. A receiver that checks signatures rejects deliveries until it
        has the new one. You can replay them below.
      </ConfirmDialog>
    </div>
  );
}
