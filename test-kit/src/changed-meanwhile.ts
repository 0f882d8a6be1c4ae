/**
 * Wraps a model and runs a change before its first or nth `updateOne` or `findOneAndUpdate`, to simulate a race
 * between read and write. All other methods are unchanged.
 */
export function changedMeanwhile<Documents extends object>(
  model: Documents,
  change: () => Promise<unknown>,
  nth = 1,
): Documents {
  let left = nth;
  const changeFirst = async () => {
    left -= 1;
    if (left === 0) await change();
  };
  return new Proxy(model, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (left === 0 || typeof found !== 'function') return found;
      if (name === 'updateOne')
        return async (...write: unknown[]) => {
          await changeFirst();
          return Reflect.apply(found, target, write) as unknown;
        };
      if (name === 'findOneAndUpdate')
        return (...write: unknown[]) => ({
          lean: async () => {
            await changeFirst();
            return (Reflect.apply(found, target, write) as { lean: () => Promise<unknown> }).lean();
          },
        });
      return found;
    },
  });
}
