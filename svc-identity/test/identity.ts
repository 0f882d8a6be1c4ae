import { findSession } from '@leadping/contracts/identity/requests';
import type { Actor } from '@leadping/contracts/actor';
import type { AuditRecord } from '@leadping/contracts/support/audit-events';
import { emailVerificationRequested } from '@leadping/contracts/identity/user-events';
import type { User as UserReply } from '@leadping/contracts/identity/session-routes';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import type { Model } from 'mongoose';
import { randomBytes } from 'node:crypto';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { actorHeaders } from '@leadping/test-kit/people';
import { send, type Reply } from '@leadping/test-kit/send';
import { startService } from '@leadping/test-kit/service-under-test';
import { until } from '@leadping/test-kit/until';
import { buildIdentity } from '../src/app.ts';
import { IdentityConfig } from '../src/config.ts';
import { challengeModel, type Challenge } from '../src/challenges/challenge.model.ts';
import type { OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { sessionModel, type Session } from '../src/sessions/session.model.ts';
import { signInAttemptsModel, type SignInAttempts } from '../src/sessions/sign-in-attempts.model.ts';
import { userModel, type User } from '../src/users/user.model.ts';

export const ADMIN = { username: 'admin', password: 'correct-horse-9' };

export interface Account {
  username: string;
  email: string;
  password: string;
}

/** A person who has no account yet. */
export function newAccount(overrides: Partial<Account> = {}): Account {
  const name = `jane${randomBytes(5).toString('hex')}`;
  return { username: name, email: `${name}@example.com`, password: `Pw-${name}`, ...overrides };
}

/** The service on a free port beside a fake service, and what a browser behind the gateway would do with it. */
export interface IdentityUnderTest {
  config: IdentityConfig;
  address: string;
  commerce: FakeService;
  users: OutboxModel<User>;
  sessions: Model<Session>;
  attempts: Model<SignInAttempts>;
  challenges: Model<Challenge>;
  openCredential: Sealer['open'];
  /** Sends a request as the gateway forwards it, with the cookie and the actor that it stands for. */
  call: (path: string, options?: CallOptions) => Promise<Reply>;
  signUp: (overrides?: Partial<Account>) => Promise<Account & { cookie: string; user: UserReply }>;
  /** Signs up and opens the mailed link. */
  signUpVerified: (overrides?: Partial<Account>) => Promise<Account & { cookie: string; user: UserReply }>;
  /** The token of the newest link that was mailed to this account. */
  verificationToken: (userId: string) => Promise<string>;
  signIn: (username: string, password: string) => Promise<Reply>;
  actorOf: (cookie: string) => Promise<Actor | null>;
  /** The audit log entries about an account's owner. */
  auditOf: (userId: string) => Promise<AuditRecord[]>;
  close: () => Promise<void>;
}

interface CallOptions {
  method?: string;
  json?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

export async function startIdentity(overrides: Record<string, string> = {}): Promise<IdentityUnderTest> {
  const config = testConfig(IdentityConfig, {
    ADMIN_PASSWORD: ADMIN.password,
    STAFF_NEEDS_SECOND_FACTOR: 'false',
    ...overrides,
  });
  const service = await startService('identity', config, buildIdentity);
  const { url: address, database } = service;
  const direct = { ...config, NATS_URL: process.env.NATS_URL ?? config.NATS_URL };
  const commerce = await openFakeService(direct, 'svc-commerce');

  const actorOf = async (cookie: string) => {
    const cookieHash = hashSecretToken(cookie.slice(cookie.indexOf('=') + 1));
    const { session } = await commerce.bus.request(findSession, { cookieHash }, { timeoutMs: 10_000 });
    return session?.actor ?? null;
  };
  const call = async (path: string, { cookie, headers = {}, ...options }: CallOptions = {}) => {
    const actor = cookie === undefined ? null : await actorOf(cookie);
    return send(`${address}${path}`, {
      ...options,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(actor ? await actorHeaders(actor, 'svc-identity') : {}),
        ...headers,
      },
    });
  };

  const claims = await commerce.collect(emailVerificationRequested);
  const credentials = buildSealer(config.CREDENTIAL_SEAL_KEYS);
  const verificationToken = async (userId: string) => {
    await until(() => claims.some((claim) => claim.userId === userId));
    const sealed = claims.findLast((claim) => claim.userId === userId)?.sealedToken ?? '';
    return credentials.open(sealed, mailedTokenPlace('email-verifications', userId));
  };
  const signUp: IdentityUnderTest['signUp'] = async (overridden) => {
    const account = newAccount(overridden);
    const reply = await call('/api/register', { json: account });
    if (reply.status !== 201) throw new Error(`not registered: ${JSON.stringify(reply.body)}`);
    return { ...account, cookie: cookieOf(reply), user: reply.body as UserReply };
  };

  return {
    config,
    address,
    commerce,
    users: userModel(database),
    sessions: sessionModel(database),
    attempts: signInAttemptsModel(database),
    challenges: challengeModel(database),
    openCredential: credentials.open,
    call,
    actorOf,
    signIn: (username, password) => call('/api/login', { json: { username, password } }),
    signUp,
    signUpVerified: async (overridden) => {
      const account = await signUp(overridden);
      const token = await verificationToken(account.user.id);
      const reply = await call('/api/user/verify-email', { cookie: account.cookie, json: { token } });
      if (reply.status !== 200) throw new Error(`not verified: ${JSON.stringify(reply.body)}`);
      return { ...account, user: reply.body as UserReply };
    },
    verificationToken,
    auditOf: async (userId) => {
      const entries = database.collection<{ record: AuditRecord }>('audit_entries');
      const found = await entries.find({ 'record.actor.userId': userId }).sort({ at: 1 }).toArray();
      return found.map(({ record }) => record);
    },
    close: () => service.close(commerce),
  };
}

/** The session cookie that a reply sets, as a browser sends it back. */
export function cookieOf(reply: Reply): string {
  const [set = ''] = reply.headers.getSetCookie();
  return set.split(';', 1)[0] ?? '';
}

/** The status and the code of an error reply. */
export function errorOf(reply: Reply): string {
  const { code } = reply.body as { code?: string };
  return `${reply.status} ${code}`;
}
