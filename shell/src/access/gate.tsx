import type { RouteEntry } from '@leadping/contracts/release';
import { Link, useNavigate } from '@leadping/web-kit/router';
import { useSession } from '@leadping/web-kit/session/session';
import { type ReactNode, useEffect } from 'react';
import { Loader } from '../page/loader.tsx';
import { Notice } from '../page/notice.tsx';

/** How long "Redirecting to login..." stands before the sign-in page comes (specification, signed-in side §2). */
const REDIRECT_DELAY = 500;

function ToSignIn() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/auth'), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <Notice title="Redirecting to login..." />;
}

interface Props {
  roles: NonNullable<RouteEntry['roles']>;
  page: ReactNode;
}

/** Shows a page only to the roles that its route names. The server decides again on every call. */
export function Gate({ roles, page }: Props) {
  const session = useSession();
  if (session.status === 'loading') return <Loader label="Loading..." />;
  if (session.status === 'signed-out') return <ToSignIn />;
  if (session.status === 'unreachable') {
    return (
      <Notice title="We cannot check your sign-in right now" actions={<Link to="/">Home</Link>}>
        Nothing of yours is lost. Load the page again in a moment.
      </Notice>
    );
  }
  if (!roles.includes(session.user.role)) {
    return (
      <Notice title="Access denied" actions={<Link to="/">Home</Link>}>
        You are signed in as {session.user.username}, and this page is for other accounts.
      </Notice>
    );
  }
  return page;
}
