import {
  login as signIn,
  register as signUp,
  logout as signOut,
} from '@leadping/contracts/endpoints/identity/session';
import type { User } from '@leadping/contracts/identity/session-routes';
import { useMutation, useQueryClient } from '@leadping/web-kit/query';
import { useNavigate } from '@leadping/web-kit/router';
import { useToast } from '@leadping/web-kit/shell';
import { failureText } from '../api/api-error.ts';
import { call, type InputOf } from '../api/call.ts';
import { announceUser } from './other-tabs.ts';
import { forgetOthersOwn } from './own-storage.ts';
import { sessionQuery, setSessionUser } from './session.ts';

/** Clears everything that the page has cached or stored about the person, and notifies other tabs. */
export function useForgetOthers() {
  const queryClient = useQueryClient();
  return (user: User | null) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    forgetOthersOwn(user?.id ?? null);
    setSessionUser(queryClient, user);
    announceUser(user);
  };
}

export function useLogin() {
  const become = useForgetOthers();
  return useMutation({
    mutationFn: (body: InputOf<typeof signIn>['body']) => call(signIn, { body }),
    onSuccess: become,
  });
}

export function useRegister() {
  const become = useForgetOthers();
  return useMutation({
    mutationFn: (body: InputOf<typeof signUp>['body']) => call(signUp, { body }),
    onSuccess: become,
  });
}

interface LogoutOptions {
  /** Goes home even if the server was unreachable or refused. */
  leavesOnError?: boolean;
}

export function useLogout({ leavesOnError = false }: LogoutOptions = {}) {
  const become = useForgetOthers();
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation({
    mutationFn: () => call(signOut),
    onSuccess: () => {
      void navigate('/');
      become(null);
      toast({ title: 'Logged out', description: 'You have been successfully logged out' });
    },
    onError: (error) => {
      if (leavesOnError) void navigate('/');
      toast({ title: 'Logout failed', description: failureText(error), tone: 'destructive' });
    },
  });
}
