import { Button } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { NewSecret } from './masked-secret.tsx';
import styles from './signing-secret.module.css';

interface SigningSecretProps {
  /** The newly created secret. */
  created: string | undefined;
  isPending: boolean;
  onCreate: () => void;
}

/**
 * Asks for confirmation before it replaces the signing secret of deliveries, and shows the new one once. Needs a
 * `UiProvider` around it.
 */
export function SigningSecret({ created, isPending, onCreate }: SigningSecretProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.secret}>
      {created && (
        <>
          <NewSecret secret={created} label="signing secret" />
          <p role="status">Copy it now: it is shown this once.</p>
        </>
      )}
      <Button loading={isPending} onClick={() => setIsAsking(true)}>
        Create new signing secret
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Create a new signing secret?"
        confirmLabel="Create new secret"
        onConfirm={() => {
          setIsAsking(false);
          onCreate();
        }}
        onCancel={() => setIsAsking(false)}
      >
        From now on we sign with the new secret. A receiver that checks signatures rejects deliveries until it
        has the new one. You can replay them below.
      </ConfirmDialog>
    </div>
  );
}
