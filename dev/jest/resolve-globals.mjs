const globals = new URL('./globals.mjs', import.meta.url).href;

/** Resolves `@jest/globals`, which throws outside of Jest's module loader, to the file beside this one. */
export function resolve(specifier, context, nextResolve) {
  return specifier === '@jest/globals'
    ? { url: globals, shortCircuit: true }
    : nextResolve(specifier, context);
}
