import { NODE_FLAGS } from '@leadping/dev-stack/node-flags';
import { publicKeys } from '@leadping/service-kit/data/ed25519';
import type { ServiceName } from '@leadping/contracts/services';
import { platformConsumers } from '@leadping/service-kit/streams/declare-streams';
import { keepStreams } from '@leadping/service-kit/streams/keep-streams';
import type { Benchmark } from './benchmark.ts';
import type { Platform } from './platform.ts';
import { runProgram, serverEnv, type RunningProgram } from './program.ts';

/**
 * Runs a program of `bench/programs` that uses the service kit, with the platform's database and NATS. Uses the
 * compiled kit and the same Node.js flags as the services.
 */
export async function runKitProgram(
  bench: Benchmark,
  { database, nats, secrets, publicUrl, prefix }: Platform,
  program: string,
  env: Record<string, string> = {},
): Promise<RunningProgram> {
  const args = program.endsWith('.ts') ? ['--import', 'tsx', `bench/programs/${program}`] : [program];
  return runProgram(bench, program, [...NODE_FLAGS, ...args], {
    ...serverEnv(database, nats, prefix),
    ACTOR_VERIFY_KEYS: publicKeys(secrets.ACTOR_SIGNING_KEYS.split(',')).join(','),
    SEAL_KEYS: secrets.COMMERCE_SEAL_KEYS,
    ERASURE_SEAL_KEYS: secrets.ERASURE_SEAL_KEYS,
    PUBLIC_URL: publicUrl,
    ...env,
  });
}

/** Declares streams for programs with their own prefix, with the consumers of these services. */
export async function openStreams(
  bench: Benchmark,
  url: string,
  prefix: string,
  services: readonly ServiceName[],
): Promise<void> {
  const streams = keepStreams({
    address: { url },
    prefix,
    limits: { replicas: 1, maxBytes: 64 * 2 ** 20 },
    consumers: platformConsumers(services),
    onChange: () => {},
  });
  bench.onEnd(() => streams.close());
  await streams.declared;
}
