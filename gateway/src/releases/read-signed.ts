import type { Log } from '@leadping/service-kit/telemetry/log';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import type { SignedState } from './last-good.ts';
import { ReleaseState } from './release-state.ts';
import type { ReleaseSigner } from './signature.ts';

/**
 * Returns null if the signature is not ours. Write access to the database or disk is therefore not enough to release.
 */
export type ReadSigned = (signed: SignedState, source: 'the database' | 'the disk') => ReleaseState | null;

export function signedReader(signer: ReleaseSigner, log: Log): ReadSigned {
  // Limited, because the newest document is read twice a second even if it is refused.
  const logRefused = onceAMinute((source: string) => {
    const nextStep = 'Give this gateway the RELEASE_SIGNING_SEED of the others, or release every app again.';
    log.error({ source, nextStep }, 'a release document with a foreign signature was refused');
  });
  return ({ state, signature }, source) => {
    if (signer.isOurs(state, signature)) return ReleaseState.parse(JSON.parse(state));
    logRefused(source);
    return null;
  };
}
