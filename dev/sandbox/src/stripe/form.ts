import qs from 'qs';
import { StripeError } from './errors.ts';

export type Form = Record<string, unknown>;

/** Parses Stripe's bracket encoding (`line_items[0][price_data][currency]=usd`) of a body or a query. */
export function parseForm(text: string): Form {
  try {
    return qs.parse(text, {
      depth: 8,
      strictDepth: true,
      // Keeps names such as `constructor`, which metadata may contain.
      plainObjects: true,
      // `metadata[1]=x` is a name instead of a list index. Callers that expect a list take the values.
      parseArrays: false,
      parameterLimit: 2_000,
      throwOnLimitExceeded: true,
    });
  } catch {
    throw new StripeError(
      'Invalid request: the parameters are nested too deeply or there are too many of them.',
    );
  }
}
