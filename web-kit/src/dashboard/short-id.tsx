import { Link } from '@leadping/web-kit/router';
import { Tooltip } from '@leadping/web-kit/ui/tooltip';
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

/** An id by its first and last characters. It is whole for screen readers, in its tooltip, when it is selected and when it is copied. */
export function ShortId({ id, to, copies }: ShortIdProps) {
  const isCut = id.length >= MIN_LENGTH;
  const text = <code>{isCut ? <Cut id={id} /> : id}</code>;
  const shown =
    to === undefined ? (
      text
    ) : (
      <Link to={to} aria-label={id}>
        {text}
      </Link>
    );
  return (
    <span className={styles.id}>
      {isCut ? (
        <Tooltip text={id} isName>
          {shown}
        </Tooltip>
      ) : (
        shown
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
