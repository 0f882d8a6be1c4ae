import type { Route } from '@leadping/contracts/route';
import fc from 'fast-check';
import type { z } from 'zod';
import { imageFiles } from './arbitrary-image.ts';
import { signedRequestsTo } from './arbitrary-signed.ts';
import { almost, fitting, hostile, schemaOf, type StoredOf } from './arbitrary-values.ts';
import { NOTHING_KNOWN, valuesOf } from './known-values.ts';

export interface FuzzRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

/**
 * Requests to a route from its contract: valid, almost valid and hostile. Most ids are those of stored documents in
 * `known`.
 */
export function requestsTo(route: Route, known = NOTHING_KNOWN): fc.Arbitrary<FuzzRequest> {
  const storedOf: StoredOf = (name) => valuesOf(known, route, name);
  const part = (schema: z.ZodType | undefined, anything: fc.Arbitrary<unknown>) => {
    if (!schema) return anything;
    const whole = fitting(schemaOf(schema), storedOf);
    return fc.oneof(
      { arbitrary: whole, weight: 4 },
      { arbitrary: almost(whole), weight: 3 },
      { arbitrary: anything, weight: 1 },
    );
  };
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const anyParams = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.oneof(hostile, fc.stringMatching(/^[0-9a-f]{24}$/))])),
  );
  const anyQuery = fc.dictionary(fc.constantFrom('limit', 'cursor', 'search', 'from', 'x'), hostile, {
    maxKeys: 2,
  });
  const generated = fc.record({
    params: part(route.params, anyParams),
    query: part(route.query, anyQuery),
    headers: part(route.headers, fc.constant({})),
    body:
      route.bodyType === 'raw'
        ? fc.oneof(hostile, fc.jsonValue())
        : route.bodyType === 'multipart'
          ? fc.oneof({ arbitrary: imageFiles, weight: 3 }, { arbitrary: hostile, weight: 1 })
          : part(route.body, hostile),
  });
  const signed = signedRequestsTo(route, known, storedOf);
  if (!signed) return generated as fc.Arbitrary<FuzzRequest>;
  return fc.oneof(
    { arbitrary: generated, weight: 1 },
    { arbitrary: fc.tuple(generated, signed).map(([request, part]) => ({ ...request, ...part })), weight: 3 },
  ) as fc.Arbitrary<FuzzRequest>;
}
