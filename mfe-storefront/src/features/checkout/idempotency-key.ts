/** A press this long after another, in milliseconds, means a new purchase and not a double click. */
const DOUBLE_CLICK = 10_000;

interface Key {
  value: string;
  madeAt: number;
}

const keys = new Map<string, Key>();

/** The key under which the server makes one session of repeated presses; `forget` it when the call failed. */
export function idempotencyKey(path: string, body: object): { value: string; forget(): void } {
  const what = path + JSON.stringify(body);
  const last = keys.get(what);
  const key =
    last && Date.now() - last.madeAt < DOUBLE_CLICK
      ? last
      : { value: crypto.randomUUID(), madeAt: Date.now() };
  keys.set(what, key);
  return { value: key.value, forget: () => keys.delete(what) };
}
