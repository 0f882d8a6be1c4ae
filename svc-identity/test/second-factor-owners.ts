import { expect } from '@jest/globals';
import type { Reply } from '@leadping/test-kit/send';
import { TOTP } from 'otpauth';
import { cookieOf, errorOf, type Account, type IdentityUnderTest } from './identity.ts';
import { virtualAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';

/** Somebody with a verified address who is signed in. */
export interface Owner extends Account {
  cookie: string;
  id: string;
}

/** Every cookie that a reply sets, as a browser sends them back. */
export const cookiesOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');

/** What owners of second factors do. @param started for the service, which the tests start later */
export function ownersOf(started: () => IdentityUnderTest) {
  const publicUrl = () => started().config.PUBLIC_URL;
  const post = (path: string, cookie: string, json?: unknown) =>
    started().call(path, { method: 'POST', cookie, ...(json === undefined ? {} : { json }) });
  /** As a browser without a session: the cookie is only sent. */
  const browser = (path: string, cookie: string, json?: unknown) =>
    started().call(path, {
      method: json === undefined && !path.endsWith('/challenge') ? 'GET' : 'POST',
      headers: { cookie },
      ...(json === undefined ? {} : { json }),
    });
  return {
    publicUrl,
    post,
    browser,
    newOwner: async (): Promise<Owner> => {
      const { user, ...account } = await started().signUpVerified();
      return { ...account, id: user.id };
    },
    addPasskey: async (
      { cookie }: Owner,
      authenticator: VirtualAuthenticator = virtualAuthenticator(publicUrl()),
      name = 'Laptop',
    ) => {
      const options = await post('/api/user/passkeys/challenge', cookie);
      const credential = authenticator.register(options.body as never);
      const reply = await post('/api/user/passkeys', cookie, { name, credential });
      return {
        authenticator,
        reply,
        recoveryCodes: (reply.body as { recoveryCodes: string[] }).recoveryCodes,
      };
    },
    addAuthenticator: async ({ cookie }: Owner) => {
      const { secret } = (await post('/api/user/authenticator/secret', cookie)).body as { secret: string };
      const codeOf = (shiftSeconds = 0) =>
        new TOTP({ secret }).generate({ timestamp: Date.now() + shiftSeconds * 1000 });
      const reply = await post('/api/user/authenticator', cookie, { code: codeOf() });
      // Its step is used up, so that sign-ins of the same half minute take the next one.
      return { reply, codeOf, recoveryCodes: (reply.body as { recoveryCodes: string[] }).recoveryCodes };
    },
    beginSignIn: async ({ username, password }: Account) => {
      const reply = await started().signIn(username, password);
      expect(errorOf(reply)).toBe('401 SECOND_FACTOR_REQUIRED');
      return cookieOf(reply);
    },
    complete: (begun: string, json: unknown) => browser('/api/login/second-step', begun, json),
  };
}
