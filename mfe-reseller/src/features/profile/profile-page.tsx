import type { User } from '@leadping/contracts/identity/session-routes';
import { Panel, Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { SessionList } from '@leadping/web-kit/dashboard/session-list.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { useSession } from '@leadping/web-kit/session/session';
import { SecondFactors } from '@leadping/web-kit/second-factors/second-factors.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { dayText } from '@leadping/web-kit/page/dates.ts';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import styles from './profile.module.css';

const TIPS = [
  'Use 8 or more characters; a short sentence is easy to remember and hard to guess.',
  'Use a password that no other site has.',
  'Sign out on computers that others use.',
  'We never ask for your password by email.',
];

export default function ProfilePage() {
  const { user } = useSession();
  return user && <Profile user={user} />;
}

function Profile({ user }: { user: User }) {
  return (
    <UiProvider>
      <ViewHeader title="Profile Settings">How you sign in, and where we reach you.</ViewHeader>
      <Panels>
        <div>
          <Panel title="Account">
            <dl className={styles.facts}>
              <dt>Username</dt>
              <dd>{user.username}</dd>
              <dt>Account created</dt>
              <dd>
                <time dateTime={user.createdAt}>{dayText(user.createdAt)}</time>
              </dd>
            </dl>
          </Panel>
          <Panel
            title="Email"
            text="For sign-in, receipts and notices. We confirm a change to the old address, too."
          >
            <EmailForm user={user} />
          </Panel>
        </div>
        <div>
          <Panel title="Password" text="A change ends your sessions on other devices.">
            <PasswordForm />
          </Panel>
          <Panel title="Security tips">
            <ul className={styles.tips}>
              {TIPS.map((tip) => (
                <li key={tip}>{tip}</li>
              ))}
            </ul>
          </Panel>
        </div>
      </Panels>
      <SecondFactors username={user.username} />
      <SessionList />
    </UiProvider>
  );
}
