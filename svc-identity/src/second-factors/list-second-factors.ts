import type { Passkey, SecondFactors } from '@leadping/contracts/identity/second-factor-routes';
import type { SECOND_FACTORS } from '@leadping/contracts/identity/second-step-routes';
import type { IdentityContext } from '../context.ts';
import { needsSecondFactor } from '../sign-in-policy/must-set-up.ts';
import type { StoredPasskey, User } from '../users/user.model.ts';

export async function listSecondFactors(identity: IdentityContext, user: User): Promise<SecondFactors> {
  const { passkeys = [], authenticator, recoveryCodes = [] } = user;
  return {
    passkeys: passkeys.map(showPasskey),
    authenticator: authenticator ? { createdAt: authenticator.createdAt.toISOString() } : null,
    recoveryCodesLeft: recoveryCodes.length,
    isRequired: await needsSecondFactor(identity, user),
  };
}

export function showPasskey({ credentialId, name, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return {
    id: credentialId,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** The methods by which this user can complete a sign-in. */
export function methodsOf({
  passkeys = [],
  authenticator,
  recoveryCodes = [],
}: User): (typeof SECOND_FACTORS)[number][] {
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(authenticator ? (['authenticator'] as const) : []),
    ...(recoveryCodes.length > 0 ? (['recovery-code'] as const) : []),
  ];
}
