import { BRAND } from '@leadping/contracts/brand';
import { Button } from '@leadping/web-kit/ui/core';
import { CopyButton } from '../dashboard/copy-button.tsx';
import { saveFile } from '../page/save-file.ts';
import styles from './second-factors.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onSaved: () => void;
}

/** Shows the recovery codes, which is possible only once. */
export function RecoveryCodes({ codes, username, onSaved }: RecoveryCodesProps) {
  const text = [
    `${BRAND.name} recovery codes for ${username}`,
    'Each one works once.',
    '',
    ...codes,
    '',
  ].join('\n');
  return (
    <div className={styles.steps}>
      <p>
        Save these codes now. If you lose your phone or your passkey, each of them signs you in once. We
        cannot show them again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          Download
        </Button>
        <CopyButton text={codes.join('\n')} label="Copy all codes" />
        <Button type="primary" onClick={onSaved}>
          I saved them
        </Button>
      </div>
    </div>
  );
}
