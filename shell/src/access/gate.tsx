import type { RouteEntry } from '@leadping/contracts/release';
import { type QueryClient, useQueryClient } from '@leadping/web-kit/query';
import { Link, useLocation, useNavigate } from '@leadping/web-kit/router';
import { returnTo } from '@leadping/web-kit/session/return-path';
import { sessionQuery, useSession } from '@leadping/web-kit/session/session';
import { type ReactNode, useEffect } from 'react';
import { Loader } from '../page/loader.tsx';
import { Notice } from '../page/notice.tsx';
import { REPLACED_SESSION } from './replaced-session.ts';

/**
 * How long "Redirecting to login..." is shown before the sign-in page, in ms (specification, signed-in side §2).
 */
const REDIRECT_DELAY = 500;

function ToSignIn() {
  const navigate = useNavigate();
  const here = useLocation();
  useEffect(() => {
    const leave = () => navigate('/auth', { replace: true, state: returnTo(here) });
    const timer = setTimeout(leave, REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [navigate, here]);
  return <Notice title="Redirecting to login..." />;
}

/** Loads the watch only behind the gate, to keep it out of the first load of public pages. */
function useWatch(queryClient: QueryClient) {
  useEffect(() => {
    let isLeft = false;
    let stop: (() => void) | undefined;
    void import('./watch-gate.ts').then(
      ({ watchGate }) => {
        stop = watchGate(queryClient);
        if (isLeft) stop();
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [queryClient]);
}

function SignInUnavailable() {
  const queryClient = useQueryClient();
  const retry = () => void queryClient.refetchQueries(sessionQuery);
  return (
    <Notice
      title="We can't check your sign-in right now"
      actions={
        <>
          <button type="button" onClick={retry}>
            Try again
          </button>
          <Link to="/">Home</Link>
        </>
      }
    >
      Nothing is lost. This page opens as soon as our sign-in responds.
    </Notice>
  );
}

interface Props {
  roles: NonNullable<RouteEntry['roles']>;
  page: ReactNode;
}

/** Shows a page only to the roles of its route. The server checks again on every call. */
export function Gate({ roles, page }: Props) {
  const queryClient = useQueryClient();
  const session = useSession();
  useWatch(queryClient);
  const isReplaced = Boolean(queryClient.getQueryData(REPLACED_SESSION));
  if (isReplaced || session.status === 'loading') return <Loader label="Loading..." />;
  if (session.status === 'signed-out') return <ToSignIn />;
  if (session.status === 'unreachable') return <SignInUnavailable />;
  if (!roles.includes(session.user.role)) {
    return (
      <Notice title="Access denied" actions={<Link to="/">Home</Link>}>
        You are signed in as {session.user.username}, and this page is for other accounts.
      </Notice>
    );
  }
  return page;
}
