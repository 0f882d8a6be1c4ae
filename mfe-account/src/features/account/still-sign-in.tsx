import { StillForm } from '@leadping/web-kit/form/still-form.tsx';
import { Link } from '@leadping/web-kit/router';
import type { Ref } from 'react';
import styles from './account-page.module.css';

/** The static sign-in form in the document. */
export function StillSignIn({ ref }: { ref: Ref<HTMLFormElement> }) {
  return (
    <StillForm
      ref={ref}
      label="Sign in"
      fields={[
        { name: 'username', label: 'Username', autoComplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
      ]}
      submit="Sign in"
      aside={<Link to="/forgot-password">Forgot your password?</Link>}
    >
      <p className={styles.aside}>
        No account yet? <Link to="/auth?view=create-account">Create account</Link>
      </p>
      <noscript>
        <p className={styles.aside}>
          Signing in needs JavaScript. Turn it on in your browser and reload this page, or contact us from the
          Support Center.
        </p>
      </noscript>
    </StillForm>
  );
}
