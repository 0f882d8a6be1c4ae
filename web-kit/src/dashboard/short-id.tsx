import { Link } from '@leadping/web-kit/router';
import { Tooltip } from '@leadping/web-kit/ui/tooltip';
import { CopyButton } from './copy-button.tsx';
import styles from './short-id.module.css';

/** Number of leading characters, which encode the creation time. The last characters are random. */
const HEAD = 4;
const TAIL = 6;
const MIN_LENGTH = 16;

interface ShortIdProps {
  id: string;
  to?: string | undefined;
  /** The copy button's accessible name: `ID of order 6a5f…`. Without it there is no button. */
  copies?: string;
}

/**
 * An id shortened to its first and last characters. Screen readers, the tooltip, selection and copying use the
 * full id.
 */
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
