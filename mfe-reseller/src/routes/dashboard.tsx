import { hasStatus } from '@leadping/web-kit/api/api-error';
import { Navigate, useLocation } from '@leadping/web-kit/router';
import { returnTo } from '@leadping/web-kit/session/return-path';
import { useSession } from '@leadping/web-kit/session/session';
import { useLogout } from '@leadping/web-kit/session/sign-in';
import { Dashboard } from '../features/account/dashboard.tsx';
import { NoAccount } from '../features/account/no-account.tsx';
import { useResellerQuery } from '../features/account/use-reseller.ts';

/** The shell only lets in the roles of the route table. */
export default function DashboardPage() {
  const { user } = useSession();
  const hasTask = user?.mustChangePassword || user?.mustSetUpSecondFactor;
  const here = useLocation();
  const isReseller = user?.role === 'reseller' && !hasTask;
  const reseller = useResellerQuery(isReseller);
  // A user who signs out is led home, even if the server reports an error.
  const logout = useLogout({ leavesOnError: true });
  const leaving = { onLogout: () => logout.mutate(), isLoggingOut: logout.isPending };

  if (!user) return null;
  if (hasTask) return <Navigate to="/auth" replace state={returnTo(here)} />;
  if (!isReseller || hasStatus(reseller.error, 404))
    return <NoAccount username={user.username} {...leaving} />;
  return <Dashboard user={user} reseller={reseller} {...leaving} />;
}
