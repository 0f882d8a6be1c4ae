import type { ok } from './api-stub.ts';

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
