import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { AccountPage } from '../account/account-page.tsx';
import { Dashboard } from './dashboard.tsx';
import { RequestLink } from './request-link.tsx';
import { useMySession } from './session.ts';

export function MyLeadping() {
  const { data, error, hasEnded, refetch } = useMySession();
  if (hasEnded) return <RequestLink />;
  if (data) return <Dashboard session={data} />;
  if (error) {
    return (
      <AccountPage title="My Leadping">
        <LoadError title="We couldn't open your page" error={error} onRetry={() => void refetch()} />
      </AccountPage>
    );
  }
  return <AccountPage title="My Leadping">{null}</AccountPage>;
}
