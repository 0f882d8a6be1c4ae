/**
 * A model before whose first `updateOne`, or nth, something else happens: between what is read and what is written. All else is
 * the model's own.
 */
export function changedMeanwhile<Documents extends object>(
  model: Documents,
  change: () => Promise<unknown>,
  nth = 1,
): Documents {
  let left = nth;
  return new Proxy(model, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (name !== 'updateOne' || left === 0 || typeof found !== 'function') return found;
      return async (...write: unknown[]) => {
        left -= 1;
        if (left === 0) await change();
        return Reflect.apply(found, target, write) as unknown;
      };
    },
  });
}
