/** Stands in for the storage of a browser. @returns what it holds at the moment */
export function fakeStorage(initial: object = {}): { stored: Record<string, unknown> } {
  const fake = { stored: { ...initial } as Record<string, unknown> };
  const local = {
    get: (_keys: string[], done: (items: object) => void) => done(fake.stored),
    set: (items: object, done: () => void) => {
      fake.stored = { ...fake.stored, ...items };
      done();
    },
    remove: (keys: string[], done: () => void) => {
      fake.stored = Object.fromEntries(Object.entries(fake.stored).filter(([key]) => !keys.includes(key)));
      done();
    },
  };
  Object.assign(globalThis, { chrome: { storage: { local }, runtime: {} } });
  return fake;
}
