import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './masked-secret.module.css';

/** A stored secret as the server shows it: masked or missing. The server never returns the secret itself. */
export function MaskedSecret({ mask, label }: { mask: string; label: string }) {
  return mask ? (
    <code className={styles.mask} aria-label={`${label}, stored`}>
      {mask}
    </code>
  ) : (
    <span className={styles.none}>Not set</span>
  );
}

/** A new secret, which is shown only once. Hidden until the user reveals it. */
export function NewSecret({ secret, label }: { secret: string; label: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.secret}>
      <code>{isShown ? secret : '•'.repeat(16)}</code>
      <button
        type="button"
        aria-label={isShown ? `Hide ${label}` : `Show ${label}`}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
      </button>
      <CopyButton text={secret} label={`Copy ${label}`} />
    </div>
  );
}
