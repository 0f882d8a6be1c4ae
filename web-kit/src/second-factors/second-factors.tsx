import {
  listSecondFactors,
  renewRecoveryCodes,
  removeAuthenticator,
} from '@leadping/contracts/endpoints/identity/second-factor';
import type { SecondFactors as Factors } from '@leadping/contracts/identity/second-factor-routes';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { Button, Modal } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { reading, useWrite } from '../api/hooks.ts';
import { ConfirmDialog } from '../dashboard/confirm-dialog.tsx';
import { LoadError } from '../dashboard/load-error.tsx';
import { Panel, Panels } from '../dashboard/panel.tsx';
import { Moment } from '../dashboard/moment.tsx';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factors.module.css';

interface SecondFactorsProps {
  username: string;
  /** Called when the first second factor is set up and its recovery codes are saved. */
  onSetUp?: () => void;
}

/** Passkeys, authenticator app and recovery codes of the account. Needs a `UiProvider` around it. */
export function SecondFactors({ username, onSetUp }: SecondFactorsProps) {
  const { data, error, refetch } = useQuery({ ...reading(listSecondFactors), staleTime: 0 });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (error && !data) {
    return (
      <Panel title="Passkeys">
        <LoadError title="We couldn't load your passkeys" error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  }
  const takeCodes = (made: readonly string[] | null) => (made ? setCodes(made) : onSetUp?.());
  return (
    <>
      <PasskeyList passkeys={data?.passkeys} onCodes={takeCodes} />
      <Panels>
        <AuthenticatorPanel factors={data} onCodes={takeCodes} />
        {data && (data.passkeys.length > 0 || data.authenticator) && (
          <RecoveryPanel left={data.recoveryCodesLeft} onCodes={setCodes} />
        )}
      </Panels>
      <Modal
        open={codes !== null}
        title="Your recovery codes"
        footer={null}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
      >
        {codes && (
          <RecoveryCodes
            codes={codes}
            username={username}
            onSaved={() => {
              setCodes(null);
              onSetUp?.();
            }}
          />
        )}
      </Modal>
    </>
  );
}

interface AuthenticatorPanelProps {
  factors: Factors | undefined;
  onCodes: (codes: readonly string[] | null) => void;
}

function AuthenticatorPanel({ factors, onCodes }: AuthenticatorPanelProps) {
  const toast = useToast();
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const onError = useFailureToast('The authenticator app was not removed');
  const remove = useWrite(removeAuthenticator, {
    invalidates: [listSecondFactors],
    onSuccess: () => {
      close();
      toast({ title: 'Authenticator app removed', tone: 'success' });
    },
    onError,
  });
  const authenticator = factors?.authenticator;
  return (
    <Panel
      title="Authenticator app"
      text="A 6-digit code from an app on your phone, after your password."
      action={
        authenticator ? (
          <Button onClick={() => setOpen('remove')}>Remove app</Button>
        ) : (
          <Button disabled={!factors} onClick={() => setOpen('set-up')}>
            Set up app
          </Button>
        )
      }
    >
      <p className={styles.quiet}>
        {authenticator ? (
          <>
            Set up <Moment at={authenticator.createdAt} />.
          </>
        ) : (
          'Not set up. It helps where you cannot use a passkey.'
        )}
      </p>
      {open === 'set-up' && (
        <AuthenticatorSetUp
          onClose={close}
          onDone={(made) => {
            close();
            toast({ title: 'Authenticator app is set up', tone: 'success' });
            onCodes(made);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={open === 'remove'}
        title="Remove your authenticator app?"
        confirmLabel="Remove app"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({})}
        onCancel={close}
      >
        Its codes stop working at once. Without a passkey, your password alone signs you in.
      </ConfirmDialog>
    </Panel>
  );
}

function RecoveryPanel({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const onError = useFailureToast('No new codes were made');
  const renew = useWrite(renewRecoveryCodes, {
    invalidates: [listSecondFactors],
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError,
  });
  return (
    <Panel
      title="Recovery codes"
      text="In case you lose your phone or your passkey. Each code works once."
      action={
        <Button loading={renew.isPending} onClick={() => renew.mutate({})}>
          Make new codes
        </Button>
      }
    >
      <p className={styles.quiet}>
        {left === 1 ? '1 code is left.' : `${left} codes are left.`} New codes replace the old ones.
      </p>
    </Panel>
  );
}
