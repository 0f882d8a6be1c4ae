import { getTrialOffer, startTrial } from '@leadping/contracts/endpoints/licensing/trial';
import { failureText } from '@leadping/web-kit/api/api-error';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { useHydrated } from '@leadping/web-kit/page/use-hydrated.ts';
import { useQuery } from '@leadping/web-kit/query';
import { Link } from '@leadping/web-kit/router';
import { HeadTags } from '@leadping/web-kit/site/head-tags.tsx';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { type FormEvent, useEffect, useRef } from 'react';
import { TRIAL_META } from '../../copy/seo.ts';
import { TRIAL } from '../../copy/trial.ts';
import styles from '../page/plain-form.module.css';

/** Sends a trial key to the visitor's mailbox. Says nothing about whether the mailbox had a trial. */
export default function TrialPage() {
  const { data: offer } = useQuery(reading(getTrialOffer));
  const send = useWrite(startTrial);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (send.isSuccess) heading.current?.focus();
  }, [send.isSuccess]);
  const isClosed = offer?.isOffered === false;
  return (
    <div className={layout.page}>
      <HeadTags meta={TRIAL_META} />
      <PlainHeader />
      <main id="content" className={`${layout.wrap} ${styles.main}`}>
        <h1 ref={heading} tabIndex={-1}>
          {send.isSuccess ? TRIAL.sent : TRIAL.title}
        </h1>
        {send.isSuccess ? (
          <>
            <p>{TRIAL.mailed}</p>
            <p className={styles.note}>
              {TRIAL.noMail} <Link to="/support">{TRIAL.support}</Link>
            </p>
          </>
        ) : isClosed ? (
          <p>
            {TRIAL.closed} <Link to="/">{TRIAL.buy}</Link>
          </p>
        ) : (
          <TrialForm
            isSending={send.isPending}
            failure={send.error && `${failureText(send.error)} ${TRIAL.notSent}`}
            onSubmit={(email) => send.mutate({ body: { email } })}
          />
        )}
      </main>
      <SiteFooter />
    </div>
  );
}

interface TrialFormProps {
  isSending: boolean;
  failure: string | null;
  onSubmit: (email: string) => void;
}

function TrialForm({ isSending, failure, onSubmit }: TrialFormProps) {
  const isHydrated = useHydrated();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    onSubmit((elements.namedItem('email') as HTMLInputElement).value.trim());
  };
  return (
    <>
      <p>{TRIAL.intro}</p>
      {/* Without a script the browser would put the address into the URL, so it cannot be sent then. */}
      <form method="post" className={styles.form} aria-label={TRIAL.title} onSubmit={submit}>
        <label>
          <span>{TRIAL.label}</span>
          <input name="email" type="email" autoComplete="email" maxLength={254} required />
        </label>
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <button type="submit" className={button.primary} disabled={!isHydrated || isSending}>
          {TRIAL.send}
        </button>
      </form>
      <ul className={styles.note}>
        {TRIAL.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  );
}
