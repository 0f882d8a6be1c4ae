import { openCustomerSession } from '@leadping/contracts/endpoints/identity/customer-session';
import { useWrite } from '@leadping/web-kit/api/hooks';
import form from '@leadping/web-kit/form/form.module.css';
import button from '@leadping/web-kit/page/button.module.css';
import { useQueryClient } from '@leadping/web-kit/query';
import { AccountPage } from '../account/account-page.tsx';
import styles from '../account/account-page.module.css';
import { failureText } from '../account/failure-text.ts';
import { forgetMine } from './session.ts';

interface LinkProps {
  token: string;
  onLeave: () => void;
}

/** A press opens the link, because mail scanners load links and run their scripts. */
export function OpenLink({ token, onLeave }: LinkProps) {
  const queryClient = useQueryClient();
  const open = useWrite(openCustomerSession, {
    onSuccess: () => {
      forgetMine(queryClient);
      onLeave();
    },
  });
  return (
    <AccountPage
      title="Open My Leadping"
      lead="Your license keys, browsers, orders and tickets in one place."
    >
      {open.error && (
        <p className={form.failure} role="alert">
          {failureText(open.error, 'The link could not be opened. Please try again.')}
        </p>
      )}
      <div className={styles.actions}>
        {open.error ? (
          <button type="button" className={button.primary} onClick={onLeave}>
            Request a new link
          </button>
        ) : (
          <button
            type="button"
            className={button.primary}
            disabled={open.isPending}
            onClick={() => open.mutate({ body: { token } })}
          >
            {open.isPending ? 'Opening' : 'Open My Leadping'}
          </button>
        )}
      </div>
      <p className={styles.aside}>
        The link works once. You stay signed in on this browser for half an hour.
      </p>
    </AccountPage>
  );
}
