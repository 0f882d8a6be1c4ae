import {
  confirmAuthenticator,
  createAuthenticatorSecret,
  listSecondFactors,
} from '@leadping/contracts/endpoints/identity/second-factor';
import { useMutation } from '@leadping/web-kit/query';
import { Modal, Skeleton } from '@leadping/web-kit/ui/core';
import { Suspense, useEffect } from 'react';
import { failureText } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useWrite } from '../api/hooks.ts';
import { ContractForm } from '../form/contract-form.tsx';
import { SubmitButton, TextField } from '../form/fields.tsx';
import form from '../form/form.module.css';
import { PartBoundary } from '../page/part-boundary.tsx';
import { reloadable } from '../page/reloadable.tsx';
import styles from './second-factors.module.css';

const QrCode = reloadable(() => import('./qr-code.tsx'));

interface AuthenticatorSetUpProps {
  onClose: () => void;
  /** @param recoveryCodes null if the account already had some */
  onDone: (recoveryCodes: readonly string[] | null) => void;
}

export function AuthenticatorSetUp({ onClose, onDone }: AuthenticatorSetUpProps) {
  const { mutate: begin, data, error } = useMutation({ mutationFn: () => call(createAuthenticatorSecret) });
  useEffect(() => begin(), [begin]);
  const confirm = useWrite(confirmAuthenticator, {
    invalidates: [listSecondFactors],
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const failure = error ?? confirm.error;
  return (
    <Modal open title="Set up an authenticator app" footer={null} width={460} onCancel={onClose}>
      <div className={styles.steps}>
        {failure && (
          <p className={form.failure} role="alert">
            {failureText(failure)}
          </p>
        )}
        {!data && !error && <Skeleton active />}
        {data && (
          <>
            <p>1. Scan this with an app such as Google Authenticator, 1Password or Aegis.</p>
            <PartBoundary>
              <Suspense fallback={<div className={styles.qr} />}>
                <QrCode text={data.uri} label="QR code for your authenticator app" />
              </Suspense>
            </PartBoundary>
            <p>
              Can’t scan it? Enter this key: <code className={styles.secret}>{inGroups(data.secret)}</code>
            </p>
            <p>2. Enter the 6 digits that the app shows.</p>
            <ContractForm
              label="Confirm your authenticator app"
              schema={async () => undefined}
              initial={{ code: '' }}
              required={['code']}
              onSubmit={(body) => confirm.mutate({ body })}
            >
              <TextField
                name="code"
                label="Code from your app"
                autoComplete="one-time-code"
                inputMode="numeric"
                mono
              />
              <SubmitButton isBusy={confirm.isPending} busy="Checking">
                Turn on
              </SubmitButton>
            </ContractForm>
          </>
        )}
      </div>
    </Modal>
  );
}

/** Groups of four characters, for typing. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
