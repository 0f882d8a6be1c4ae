import type { Log } from '@leadping/service-kit/telemetry/log';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import type { SignedState } from './last-good.ts';
import { ReleaseState } from './release-state.ts';
import type { ReleaseSigner } from './signature.ts';

/** Null where another key signed it: who can write to the database or the disk still cannot release. */
export type ReadSigned = (signed: SignedState, source: 'the database' | 'the disk') => ReleaseState | null;

export function signedReader(signer: ReleaseSigner, log: Log): ReadSigned {
  // The newest document is read twice a second, also where it is refused.
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
