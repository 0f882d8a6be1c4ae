/**
 * A model before whose first `updateOne` something else happens: between what is read and what is written. All else is the
 * model's own.
 */
export function changedMeanwhile<Documents extends object>(
  model: Documents,
  change: () => Promise<unknown>,
): Documents {
  let isChanged = false;
  return new Proxy(model, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (name !== 'updateOne' || isChanged || typeof found !== 'function') return found;
      return async (...write: unknown[]) => {
        isChanged = true;
        await change();
        return Reflect.apply(found, target, write) as unknown;
      };
    },
  });
}
