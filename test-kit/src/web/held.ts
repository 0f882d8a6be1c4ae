import type { ok } from './api-stub.ts';

/** A reply that a test holds back until it says so. */
export function held(reply: ReturnType<typeof ok>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    reply: async () => {
      await released;
      return reply;
    },
    release: () => release(),
  };
}
