import type Stripe from 'stripe';
import type { z } from 'zod';

type Values<T> = T[keyof T];
type Keys<T> = T extends object ? keyof T : never;
type Field<T, K> = T extends object ? (K extends keyof T ? T[K] : never) : never;
/** The library sends its decimal object as text. */
type Sent<T> = T extends Stripe.Decimal ? string : T;

/** The library lists some texts, such as the types of events. The sandbox takes any text there. */
type TextOfList<T> = T extends string ? string : never;

/** The names in `Ours`, at any depth, that `Theirs` does not have or has as another kind. */
export type Foreign<Ours, Theirs> = Ours extends undefined
  ? never
  : Ours extends readonly (infer Item)[]
    ? Foreign<Item, Extract<Theirs, readonly unknown[]>[number]>
    : Ours extends object
      ? Values<{
          [K in keyof Ours & string]-?: K extends Keys<Theirs>
            ? [Foreign<NonNullable<Ours[K]>, NonNullable<Field<Theirs, K>>>] extends [never]
              ? never
              : K
            : K;
        }>
      : Ours extends Sent<Theirs> | TextOfList<Theirs>
        ? never
        : 'another kind';

/**
 * The schema of a call, checked by the compiler against the parameters that the library sends: every name and kind
 * in the schema must exist there. The sandbox supports a part of the parameters and refuses the rest as unknown.
 */
export function paramsFor<Params>() {
  return <Schema extends z.ZodType>(
    schema: Schema &
      ([Foreign<z.output<Schema>, Params>] extends [never]
        ? unknown
        : { notAtStripe: Foreign<z.output<Schema>, Params> }),
  ): Schema => schema;
}
