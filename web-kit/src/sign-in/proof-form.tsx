import type { refreshSession } from '@leadping/contracts/identity/fresh-session-routes';
import type { SecondFactorProof } from '@leadping/contracts/identity/second-step-routes';
import type { CallOf } from '@leadping/contracts/route';
import type { PasskeyRequestOptions } from '@leadping/contracts/identity/webauthn';
import { useMutation } from '@leadping/web-kit/query';
import { Button } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { failureText } from '../api/api-error.ts';
import { ContractForm } from '../form/contract-form.tsx';
import { PasswordField, SubmitButton, TextField } from '../form/fields.tsx';
import form from '../form/form.module.css';
import { hasPasskeys, passkeyFailureText, signWithPasskey } from './passkeys.ts';
import styles from './sign-in.module.css';

export type Proof = CallOf<typeof refreshSession>['body'] | SecondFactorProof;
type Method = Proof['method'];

const WAYS: Record<Method, string> = {
  passkey: 'Use a passkey',
  authenticator: 'Use your authenticator app',
  'recovery-code': 'Use a recovery code',
  password: 'Use your password',
};

interface ProofFormProps<M extends Method> {
  /** The first method is shown, and buttons offer the others. */
  methods: readonly M[];
  /** The button's label: `Sign in`. */
  submitLabel: string;
  getChallenge: () => Promise<PasskeyRequestOptions>;
  prove: (proof: Extract<Proof, { method: M }>) => Promise<unknown>;
}

/** Proves the user's identity by one of the account's methods. */
export function ProofForm<M extends Method>({
  methods,
  submitLabel,
  getChallenge,
  prove,
}: ProofFormProps<M>) {
  const usable = methods.filter((each) => each !== 'passkey' || hasPasskeys());
  const [chosen, setChosen] = useState<M>();
  const method = chosen ?? usable[0];
  const proving = useMutation({
    mutationFn: (proof: Proof) => prove(proof as Extract<Proof, { method: M }>),
  });
  const signing = useMutation({
    mutationFn: async () => signWithPasskey(await getChallenge()),
    onSuccess: (credential) => proving.mutate({ method: 'passkey', credential }),
  });
  const isBusy = proving.isPending || signing.isPending;
  const failure =
    (proving.error && failureText(proving.error)) ?? (signing.error && passkeyFailureText(signing.error));
  const sign = () => {
    proving.reset();
    signing.mutate();
  };
  const choose = (next: M) => {
    proving.reset();
    signing.reset();
    setChosen(next);
  };

  return (
    <div className={styles.proof}>
      {failure && (
        <p className={form.failure} role="alert">
          {failure}
        </p>
      )}
      {method === 'passkey' && (
        <Button type="primary" size="large" loading={isBusy} onClick={sign}>
          Use your passkey
        </Button>
      )}
      {method && method !== 'passkey' && (
        <CodeForm
          key={method}
          method={method}
          submitLabel={submitLabel}
          isBusy={isBusy}
          onSubmit={proving.mutate}
        />
      )}
      <div className={styles.ways}>
        {usable
          .filter((each) => each !== method)
          .map((each) => (
            <Button key={each} type="link" disabled={isBusy} onClick={() => choose(each)}>
              {WAYS[each]}
            </Button>
          ))}
      </div>
    </div>
  );
}

interface CodeFormProps {
  method: Exclude<Method, 'passkey'>;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (proof: Proof) => void;
}

/** Only the server validates the input. */
const noSchema = async () => undefined;

function CodeForm({ method, submitLabel, isBusy, onSubmit }: CodeFormProps) {
  const submit = (
    <SubmitButton isBusy={isBusy} busy="Checking">
      {submitLabel}
    </SubmitButton>
  );
  if (method === 'password') {
    return (
      <ContractForm
        label="Confirm with your password"
        schema={noSchema}
        initial={{ password: '' }}
        required={['password']}
        onSubmit={({ password }) => onSubmit({ method, password })}
      >
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        {submit}
      </ContractForm>
    );
  }
  const isApp = method === 'authenticator';
  return (
    <ContractForm
      label={isApp ? 'Confirm with your authenticator app' : 'Confirm with a recovery code'}
      schema={noSchema}
      initial={{ code: '' }}
      required={['code']}
      check={({ code }) => (isApp && code && !/^\s*(?:\d\s*){6}$/.test(code) ? { code: SIX_DIGITS } : {})}
      onSubmit={({ code }) => onSubmit({ method, code })}
    >
      <TextField
        name="code"
        label={isApp ? 'Code from your app' : 'Recovery code'}
        hint={isApp ? 'The 6 digits that your authenticator app shows now.' : 'Each one works once.'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={isApp ? 'numeric' : 'text'}
        mono
      />
      {submit}
    </ContractForm>
  );
}

const SIX_DIGITS = 'Enter the 6 digits that the app shows.';
