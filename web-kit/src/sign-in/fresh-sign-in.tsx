import type { ErrorCode } from '@leadping/contracts/errors';
import { useQueryClient } from '@leadping/web-kit/query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { interceptFailures } from '../api/request.ts';
import { PartBoundary } from '../page/part-boundary.tsx';
import { reloadable } from '../page/reloadable.tsx';
import { sessionQuery } from '../session/session.ts';

const FreshSignInDialog = reloadable(() => import('./fresh-sign-in-dialog.tsx'));

/**
 * Asks to sign in again if a call needs a fresh session, then repeats the call. Concurrent calls wait for the same
 * dialog. Place it once around everything that makes such calls.
 */
export function FreshSignIn() {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const waiting = useRef<((isProven: boolean) => void)[]>([]);

  useEffect(() => {
    return interceptFailures(async (failed, sendAgain) => {
      const code = await codeOf(failed);
      // The reloaded session shows the required setup first.
      if (code === 'SECOND_FACTOR_SETUP_REQUIRED') {
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
      if (code !== 'FRESH_SIGN_IN_REQUIRED') return failed;
      const isProven = await new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setIsAsking(true);
      });
      return isProven ? sendAgain() : failed;
    });
  }, [queryClient]);

  const settle = (isProven: boolean) => {
    setIsAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProven);
  };
  if (!isAsking) return null;
  return (
    <PartBoundary onFailed={() => settle(false)}>
      <Suspense>
        <FreshSignInDialog onSettled={settle} />
      </Suspense>
    </PartBoundary>
  );
}

async function codeOf(failed: Response): Promise<ErrorCode | undefined> {
  if (failed.status !== 403) return undefined;
  try {
    const { code } = (await failed.clone().json()) as { code?: ErrorCode };
    return code;
  } catch {
    return undefined;
  }
}
