import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { OutboxModel } from '@leadping/service-kit/messaging/outbox';
import type { Model } from 'mongoose';
import type { IdentityConfig } from './config.ts';
import type { WithdrawnReseller } from './invitations/withdrawn-reseller.model.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { Session } from './sessions/session.model.ts';
import type { SignInAttempts } from './sessions/sign-in-attempts.model.ts';
import type { User } from './users/user.model.ts';

/** What the verbs of this service work with. */
export interface IdentityContext extends Pick<
  ServiceContext<IdentityConfig>,
  'config' | 'bus' | 'relay' | 'sealer' | 'clock' | 'record'
> {
  users: OutboxModel<User>;
  sessions: Model<Session>;
  attempts: Model<SignInAttempts>;
  withdrawnResellers: Model<WithdrawnReseller>;
  passwords: PasswordHasher;
}
