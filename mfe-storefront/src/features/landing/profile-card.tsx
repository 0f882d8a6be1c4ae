import { BRAND } from '@leadping/contracts/brand';
import { CAPTURED_FIELDS } from '../../copy/capture.ts';
import { HERO } from '../../copy/landing.ts';
import layout from '@leadping/web-kit/page/layout.module.css';
import button from './ping-button.module.css';
import styles from './profile-card.module.css';

interface ProfileCardProps {
  pressed: boolean;
  done: boolean;
  landed: number;
  onPing: () => void;
}

export function ProfileCard({ pressed, done, landed, onPing }: ProfileCardProps) {
  const part = (key: (typeof CAPTURED_FIELDS)[number]['key'], text?: string) => {
    const index = CAPTURED_FIELDS.findIndex((field) => field.key === key);
    const sent = index < landed;
    return (
      <span data-source={key} className={sent ? `${styles.part} ${styles.sent}` : styles.part}>
        {text ?? CAPTURED_FIELDS[index]?.example}
      </span>
    );
  };
  return (
    <article className={styles.card} aria-label="An example profile">
      <div className={styles.cover} aria-hidden="true" />
      <div className={styles.body}>
        <Portrait />
        <p className={styles.name}>{part('fullName')}</p>
        <p>
          {part('jobTitle')} at {part('company')}
        </p>
        <p className={styles.quiet}>{part('location')}</p>
        <p className={styles.quiet}>{part('connections', '1,204 connections')}</p>
        <div className={styles.actions}>
          <button
            type="button"
            className={done ? `${button.ping} ${button.sent}` : button.ping}
            onClick={onPing}
            disabled={pressed && !done}
          >
            {done ? 'Pinged!' : 'Ping!'}
            <span className={layout.spoken}>{done ? '(press to ping again)' : 'this profile'}</span>
          </button>
          <span className={styles.decoy} aria-hidden="true">
            Connect
          </span>
          <span className={styles.hint} aria-hidden="true">
            {HERO.hint}
          </span>
        </div>
        <p className={styles.contact}>{part('profileUrl', 'linkedin.com/in/maya-lindqvist')}</p>
        <p className={styles.contact}>{part('email')}</p>
        <p className={styles.source}>Button added by {BRAND.name}</p>
      </div>
    </article>
  );
}

/** A portrait drawn from the mark's circles, so that no real photograph is used. */
function Portrait() {
  return (
    <svg className={styles.portrait} viewBox="0 0 96 96" aria-hidden="true">
      <circle cx="48" cy="48" r="46" className={styles.ring} />
      <path d="M18 82c4-17 16-25 30-25s26 8 30 25a46 46 0 0 1-60 0z" className={styles.shirt} />
      <path d="M41 52h14v10c-4 5-10 5-14 0z" className={styles.skin} />
      <ellipse cx="48" cy="40" rx="15" ry="17" className={styles.skin} />
      <path
        d="M31 44c-3-21 9-27 18-27s19 7 16 27c-2-7-5-11-9-14-6 4-15 5-21 4-2 3-3 6-4 10z"
        className={styles.hair}
      />
    </svg>
  );
}
