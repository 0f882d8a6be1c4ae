import type { User } from '@leadping/contracts/identity/session-routes';
import { useSession } from '@leadping/web-kit/session/session';
import { SessionList } from '@leadping/web-kit/dashboard/session-list.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { ChangePasswordForm } from '../account/change-password-form.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-view.module.css';

export default function ProfileView() {
  const { user } = useSession();
  return user && <Profile user={user} />;
}

function Profile({ user }: { user: User }) {
  return (
    <UiProvider>
      <ViewHeader title="Profile">Your name, email and password, and where you are signed in.</ViewHeader>
      <div className={styles.sections}>
        <section aria-label="Your details">
          <ProfileForm user={user} />
        </section>
        <section aria-labelledby="change-password">
          <h2 id="change-password" className={styles.title}>
            Change password
          </h2>
          <p className={styles.lead}>It ends your sessions on other devices.</p>
          <ChangePasswordForm />
        </section>
      </div>
      <SessionList />
    </UiProvider>
  );
}
