import { useQueryClient } from '@leadping/web-kit/query';
import { sessionQuery } from '@leadping/web-kit/session/session';
import { FreshSignIn } from '@leadping/web-kit/sign-in/fresh-sign-in.tsx';
import { SecondFactors } from '@leadping/web-kit/second-factors/second-factors.tsx';

/** Shown before anything else if the account needs a second factor and has none. */
export default function SecondFactorSetUp({ username }: { username: string }) {
  const queryClient = useQueryClient();
  return (
    <>
      <SecondFactors
        username={username}
        onSetUp={() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })}
      />
      <FreshSignIn />
    </>
  );
}
