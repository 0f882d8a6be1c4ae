import { expect } from '@jest/globals';
import type { Reply } from '@leadping/test-kit/send';
import { TOTP } from 'otpauth';
import { cookieOf, errorOf, type Account, type IdentityUnderTest } from './identity.ts';
import { virtualAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';

/** A signed-in user with a verified address. */
export interface Owner extends Account {
  cookie: string;
  id: string;
}

/** Every cookie that a reply sets, in the form that a browser sends back. */
export const cookiesOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');

/** Actions of users with second factors. @param started returns the service, which the tests start later */
export function ownersOf(started: () => IdentityUnderTest) {
  const publicUrl = () => started().config.PUBLIC_URL;
  const post = (path: string, cookie: string, json?: unknown) =>
    started().call(path, { method: 'POST', cookie, ...(json === undefined ? {} : { json }) });
  /** Sends a request of a browser without a session. */
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
      // The step of this code is consumed, so sign-ins in the same half minute use the next one.
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
