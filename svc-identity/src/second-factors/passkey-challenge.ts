import type { IdentityContext } from '../context.ts';
import { CHALLENGE_SECONDS, saveChallenge, type ChallengeId } from '../challenges/challenges.ts';
import type { User } from '../users/user.model.ts';
import { relyingParty } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

/** EdDSA, ES256 and RS256: what authenticators have. */
export const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;

/** For a passkey that is to be made. */
export async function createRegistrationChallenge(identity: IdentityContext, id: ChallengeId, user: User) {
  const { generateRegistrationOptions } = await webauthn();
  const party = relyingParty(identity);
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: Uint8Array.from(user._id.id),
    userName: user.username,
    userDisplayName: user.username,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: knownPasskeys(user),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await saveChallenge(identity, id, { userId: user._id, nonce: options.challenge });
  return options;
}

/** For a passkey of this user as a second factor, or without a user for one that says and verifies who it is. */
export async function createAssertionChallenge(
  identity: IdentityContext,
  id: ChallengeId,
  user: User | null,
) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(identity).id,
    timeout: TIMEOUT_MS,
    userVerification: user ? 'preferred' : 'required',
    ...(user ? { allowCredentials: knownPasskeys(user) } : {}),
  });
  await saveChallenge(identity, id, {
    nonce: options.challenge,
    ...(user ? { userId: user._id } : {}),
  });
  return options;
}

const knownPasskeys = ({ passkeys = [] }: User) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
