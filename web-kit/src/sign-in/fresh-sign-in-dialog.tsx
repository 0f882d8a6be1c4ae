import {
  createFreshSessionChallenge,
  getFreshSession,
  refreshSession,
} from '@leadping/contracts/endpoints/identity/fresh-session';
import { useQuery } from '@leadping/web-kit/query';
import { Modal, UiProvider } from '@leadping/web-kit/ui/core';
import { failureText } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { reading } from '../api/hooks.ts';
import form from '../form/form.module.css';
import { ProofForm } from './proof-form.tsx';
import styles from './sign-in.module.css';

/** Asks for the password or a second factor again. Closing it changes nothing. */
export default function FreshSignInDialog({ onSettled }: { onSettled: (isProven: boolean) => void }) {
  const { data, error } = useQuery({ ...reading(getFreshSession), staleTime: 0, gcTime: 0 });
  return (
    <UiProvider>
      <Modal open title="Confirm it’s you" footer={null} width={440} onCancel={() => onSettled(false)}>
        <div className={styles.steps}>
          <p>You signed in a while ago, and this is an important change. Confirm it’s you to continue.</p>
          {error && (
            <p className={form.failure} role="alert">
              {failureText(error)}
            </p>
          )}
          {data && (
            <ProofForm
              methods={data.methods}
              submitLabel="Confirm"
              getChallenge={() => call(createFreshSessionChallenge)}
              prove={async (body) => {
                await call(refreshSession, { body });
                onSettled(true);
              }}
            />
          )}
        </div>
      </Modal>
    </UiProvider>
  );
}
