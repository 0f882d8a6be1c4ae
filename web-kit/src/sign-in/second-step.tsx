import {
  completeSignIn,
  createSecondStepChallenge,
  getSecondStep,
} from '@leadping/contracts/endpoints/identity/second-step';
import type { User } from '@leadping/contracts/identity/session-routes';
import { useQuery } from '@leadping/web-kit/query';
import { Button } from '@leadping/web-kit/ui/core';
import { useEffect, useRef } from 'react';
import { failureText } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { reading } from '../api/hooks.ts';
import form from '../form/form.module.css';
import { ProofForm } from './proof-form.tsx';
import styles from './sign-in.module.css';

interface SecondStepProps {
  onSignedIn: (user: User) => void;
  /** Returns to the password, because the first step expires after five minutes. */
  onStartOver: () => void;
}

/** The second half of a sign-in, after a correct password. */
export function SecondStep({ onSignedIn, onStartOver }: SecondStepProps) {
  const { data, error } = useQuery({ ...reading(getSecondStep), staleTime: 0, gcTime: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  // The previously focused form is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="second-step" className={styles.steps}>
      <h2 ref={heading} id="second-step" tabIndex={-1} className={styles.name}>
        One more step
      </h2>
      {error && (
        <p className={form.failure} role="alert">
          {failureText(error)}
        </p>
      )}
      {data && (
        <ProofForm
          methods={data.methods}
          submitLabel="Sign in"
          getChallenge={() => call(createSecondStepChallenge)}
          prove={async (body) => onSignedIn(await call(completeSignIn, { body }))}
        />
      )}
      <div>
        <Button type="link" className={styles.back} onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </section>
  );
}
