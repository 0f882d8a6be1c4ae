import {
  createPasskeySignInChallenge,
  signInWithPasskey,
} from '@leadping/contracts/endpoints/identity/second-step';
import type { User } from '@leadping/contracts/identity/session-routes';
import { useMutation } from '@leadping/web-kit/query';
import { Button } from '@leadping/web-kit/ui/core';
import { call } from '../api/call.ts';
import { hasPasskeys, passkeyFailureText, signWithPasskey } from './passkeys.ts';

interface PasskeySignInProps {
  onSignedIn: (user: User) => void;
  onFailed: (text: string) => void;
}

/** Signs in without a name or a password. Hidden if the browser does not support passkeys. */
export function PasskeySignIn({ onSignedIn, onFailed }: PasskeySignInProps) {
  const signIn = useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey(await call(createPasskeySignInChallenge));
      return call(signInWithPasskey, { body: { credential } });
    },
    onSuccess: onSignedIn,
    onError: (error) => onFailed(passkeyFailureText(error)),
  });
  if (!hasPasskeys()) return null;
  return (
    <Button size="large" loading={signIn.isPending} onClick={() => signIn.mutate()}>
      Use a passkey
    </Button>
  );
}
