import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import styles from './customer.module.css';

/** Anybody can type an address, so nothing stored under it is shown before its owner has opened a mailed link. */
export function Unconfirmed({ email }: { email: string }) {
  return (
    <>
      <h3 className={styles.unconfirmed}>Address not confirmed</h3>
      <p className={styles.none}>
        We don’t know yet that <EmailText email={email} /> wrote this. Orders, licenses and emails appear here
        once the customer opens the ticket from one of our emails. Every reply you send carries that link.
        Don’t share anything personal until then.
      </p>
    </>
  );
}
