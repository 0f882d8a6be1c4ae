import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import type { Model } from 'mongoose';
import { challengeModel, type Challenge } from './challenges/challenge.model.ts';
import type { IdentityConfig } from './config.ts';
import { addressChangeModel, type AddressChanges } from './customers/address-change.model.ts';
import { customerLinkModel, type CustomerLinks } from './customers/customer-link.model.ts';
import { customerSessionModel, type CustomerSessions } from './customers/customer-session.model.ts';
import { withdrawnResellerModel, type WithdrawnReseller } from './invitations/withdrawn-reseller.model.ts';
import { buildPasswordHasher, type PasswordHasher } from './passwords/hasher.ts';
import { sessionModel, type Session } from './sessions/session.model.ts';
import { signInAttemptsModel, type SignInAttempts } from './sessions/sign-in-attempts.model.ts';
import { signInPolicyModel, type SignInPolicy } from './sign-in-policy/sign-in-policy.model.ts';
import { userModel, type User } from './users/user.model.ts';

/** The dependencies of this service's functions. */
export interface IdentityContext extends Pick<
  ServiceContext<IdentityConfig>,
  'config' | 'log' | 'bus' | 'relay' | 'sealer' | 'clock' | 'record' | 'audit'
> {
  users: OutboxModel<User>;
  sessions: Model<Session>;
  customerLinks: CustomerLinks;
  customerSessions: CustomerSessions;
  addressChanges: AddressChanges;
  attempts: Model<SignInAttempts>;
  challenges: Model<Challenge>;
  signInPolicies: Model<SignInPolicy>;
  withdrawnResellers: Model<WithdrawnReseller>;
  passwords: PasswordHasher;
  /** Seals credentials that only the mail to their owner may show. */
  credentialSealer: Sealer;
}

export async function buildContext(context: ServiceContext<IdentityConfig>): Promise<IdentityContext> {
  const { config, database, metrics } = context;
  return {
    ...context,
    users: userModel(database),
    sessions: sessionModel(database),
    customerLinks: customerLinkModel(database),
    customerSessions: customerSessionModel(database),
    addressChanges: addressChangeModel(database),
    attempts: signInAttemptsModel(database),
    challenges: challengeModel(database),
    signInPolicies: signInPolicyModel(database),
    withdrawnResellers: withdrawnResellerModel(database),
    credentialSealer: buildSealer(config.CREDENTIAL_SEAL_KEYS),
    passwords: await buildPasswordHasher(metrics),
  };
}
