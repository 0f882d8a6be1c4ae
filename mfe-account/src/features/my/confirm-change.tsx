import { confirmAddressChange } from '@leadping/contracts/endpoints/identity/customer-session';
import { useWrite } from '@leadping/web-kit/api/hooks';
import form from '@leadping/web-kit/form/form.module.css';
import button from '@leadping/web-kit/page/button.module.css';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { useQueryClient } from '@leadping/web-kit/query';
import { AccountPage } from '../account/account-page.tsx';
import styles from '../account/account-page.module.css';
import { failureText } from '../account/failure-text.ts';
import { forgetMine } from './session.ts';

interface LinkProps {
  token: string;
  onLeave: () => void;
}

/** Confirms a change of address for one of the two mailboxes, by a press. */
export function ConfirmChange({ token, onLeave }: LinkProps) {
  const queryClient = useQueryClient();
  const confirm = useWrite(confirmAddressChange, { onSuccess: () => forgetMine(queryClient) });
  if (confirm.isSuccess) {
    const { isDone, newEmail } = confirm.data;
    return (
      <AccountPage title={isDone ? 'Your address is changed' : 'One confirmation left'}>
        <output className={form.success}>
          {isDone ? (
            <>
              Your licenses, orders and tickets now belong to <EmailText email={newEmail} />. Your keys stay
              the same.
            </>
          ) : (
            'This mailbox has confirmed. Now open the link that we sent to the other one.'
          )}
        </output>
        {isDone && (
          <button type="button" className={button.primary} onClick={onLeave}>
            Request a link to {newEmail}
          </button>
        )}
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Confirm the change of address"
      lead="Licenses, orders and tickets move to the new address once both mailboxes have confirmed."
    >
      {confirm.error && (
        <p className={form.failure} role="alert">
          {failureText(confirm.error, 'The change could not be confirmed. Please try again.')}
        </p>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={button.primary}
          disabled={confirm.isPending}
          onClick={() => confirm.mutate({ body: { token } })}
        >
          {confirm.isPending ? 'Confirming' : 'Confirm the change'}
        </button>
      </div>
    </AccountPage>
  );
}
