/** Presses that are further apart than this are separate purchases and not a double click, in ms. */
const DOUBLE_CLICK = 10_000;

interface Key {
  value: string;
  madeAt: number;
}

const keys = new Map<string, Key>();

/** The key that makes the server create one session for repeated presses. Call `forget` if the request failed. */
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
