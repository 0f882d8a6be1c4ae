import { readCode } from '@leadping/contracts/commerce/discount-code';
import { useKeptCode } from './kept-code.ts';
import styles from './code-notice.module.css';

/** Says which discount code a press sends, and removes it. Only the press has the server check it. */
export function CodeNotice({ sale }: { sale: string }) {
  const { code, remove } = useKeptCode(sale);
  if (code === undefined) return null;
  const readable = readCode(code);
  return (
    <p className={styles.notice} role="status">
      {/* Any link can hold any text, so only the form of a code is repeated. */}
      {readable === null ? (
        'The discount code of this link is not valid.'
      ) : (
        <span>
          If the discount code <strong>{readable}</strong> is valid, the payment page shows the lower price.
        </span>
      )}{' '}
      <button type="button" onClick={remove}>
        Remove the code
      </button>
    </p>
  );
}
