import { CONSENT_STATEMENTS, CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { useState } from 'react';
import styles from './checkout-dialog.module.css';

interface ConsentFormProps {
  /** @param text what the visitor agreed to */
  onAgree(text: string): void;
  onCancel(): void;
}

/** Nothing is ticked before, and each statement has its own box. */
export function ConsentForm({ onAgree, onCancel }: ConsentFormProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const isComplete = CONSENT_STATEMENTS.every((statement) => ticked.includes(statement));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) onAgree(CONSENT_TEXT);
      }}
    >
      <p>
        <strong>Before you pay</strong>
      </p>
      <p>This seller delivers the license key immediately. Please agree to both:</p>
      {CONSENT_STATEMENTS.map((statement) => (
        <label key={statement} className={styles.statement}>
          <input
            type="checkbox"
            checked={ticked.includes(statement)}
            onChange={({ target }) =>
              setTicked((before) =>
                target.checked ? [...before, statement] : before.filter((each) => each !== statement),
              )
            }
          />
          <span>{statement}</span>
        </label>
      ))}
      <p className={styles.quiet}>
        The seller’s guarantee, if there is one, remains. We confirm this by email.
      </p>
      <div className={styles.actions}>
        <button type="submit" className={styles.primary} disabled={!isComplete}>
          Continue to payment
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
