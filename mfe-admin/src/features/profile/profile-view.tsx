import type { User } from '@leadping/contracts/identity/session-routes';
import { useSession } from '@leadping/web-kit/session/session';
import { ChangePasswordForm } from '@leadping/web-kit/dashboard/change-password-form.tsx';
import { SessionList } from '@leadping/web-kit/dashboard/session-list.tsx';
import { Panel, Panels } from '@leadping/web-kit/dashboard/panel.tsx';
import { SecondFactors } from '@leadping/web-kit/second-factors/second-factors.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SignInPolicyPanel } from './sign-in-policy.tsx';

export default function ProfileView() {
  const { user } = useSession();
  return user && <Profile user={user} />;
}

function Profile({ user }: { user: User }) {
  return (
    <UiProvider>
      <ViewHeader title="Profile">Your name, email and password, and where you are signed in.</ViewHeader>
      <Panels>
        <Panel title="Your details">
          <ProfileForm user={user} />
        </Panel>
        <Panel title="Change password" text="It ends your sessions on other devices.">
          <ChangePasswordForm
            schema={() => import('../../schemas.ts').then((schemas) => schemas.changePassword.body)}
          />
        </Panel>
      </Panels>
      <SecondFactors username={user.username} />
      {user.role === 'admin' && <SignInPolicyPanel />}
      <SessionList />
    </UiProvider>
  );
}
