import type { CustomerSession } from '@leadping/contracts/identity/customer-session-routes';
import layout from '@leadping/web-kit/page/layout.module.css';
import { clockText } from '@leadping/web-kit/page/dates.ts';
import { EmailText } from '@leadping/web-kit/page/email-text.tsx';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { Button, UiProvider } from '@leadping/web-kit/ui/core';
import { MyAddress } from './my-address.tsx';
import { MyData } from './my-data.tsx';
import { MyLicenses } from './my-licenses.tsx';
import { MyOrders } from './my-orders.tsx';
import { MyTickets } from './my-tickets.tsx';
import styles from './my.module.css';
import { useSignOut } from './session.ts';

/** Everything that belongs to one address. */
export function Dashboard({ session }: { session: CustomerSession }) {
  const signOut = useSignOut();
  return (
    <div className={layout.page}>
      <title>My Leadping</title>
      <meta name="robots" content="noindex" />
      <PlainHeader sells={false} />
      <UiProvider>
        <main id="content" tabIndex={-1} className={`${layout.wrap} ${styles.main}`}>
          <header className={styles.head}>
            <div>
              <h1>My Leadping</h1>
              <p>
                Everything that belongs to <EmailText email={session.email} />. You are signed in until{' '}
                {clockText(session.endsAt)}.
              </p>
            </div>
            <Button loading={signOut.isPending} onClick={() => signOut.mutate({})}>
              Sign out
            </Button>
          </header>
          <MyLicenses />
          <MyOrders email={session.email} />
          <MyTickets />
          <MyAddress email={session.email} />
          <MyData email={session.email} />
        </main>
      </UiProvider>
      <SiteFooter />
    </div>
  );
}
