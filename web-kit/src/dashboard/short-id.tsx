import { Link } from '@leadping/web-kit/router';
import { CopyButton } from './copy-button.tsx';
import styles from './short-id.module.css';

/** What tells one id from the next: when it was made, and what was drawn. */
const HEAD = 4;
const TAIL = 6;
/** Shortening a shorter one gains nothing. */
const MIN_LENGTH = 16;

interface ShortIdProps {
  id: string;
  /** Where the thing itself is shown. */
  to?: string | undefined;
  /** What is copied, for those who do not see the icon: `ID of order 6a5f…`. Without it there is no button. */
  copies?: string;
}

/** An id by its first and last characters. It is whole for screen readers, on hover, when it is selected and when it is copied. */
export function ShortId({ id, to, copies }: ShortIdProps) {
  const text = <code title={id}>{id.length < MIN_LENGTH ? id : <Cut id={id} />}</code>;
  return (
    <span className={styles.id}>
      {to === undefined ? (
        text
      ) : (
        <Link to={to} aria-label={id}>
          {text}
        </Link>
      )}
      {copies !== undefined && <CopyButton text={id} label={`Copy ${copies}`} isSmall />}
    </span>
  );
}

function Cut({ id }: { id: string }) {
  return (
    <>
      {id.slice(0, HEAD)}
      <span className={styles.middle}>{id.slice(HEAD, -TAIL)}</span>
      <span className={styles.tail}>{id.slice(-TAIL)}</span>
    </>
  );
}
