import { CommandError } from '../errors/command-error.ts';
import type { Call } from './call.ts';

const refuse = (feature: string) =>
  new CommandError(115, `${feature} is not supported by the development database (DocumentDB)`);

/** Refuses options that the engine would ignore. It refuses other unsupported options itself. */
export function refuseUnsupported({ body }: Call): void {
  if (body.isTrue('tailable')) throw refuse('A tailable cursor');
}

/** Refuses collection types that the engine would create as ordinary collections. */
export function refuseUnsupportedCollection({ body }: Call): void {
  if (body.isTrue('capped')) throw refuse('A capped collection');
  if (body.has('timeseries')) throw refuse('A time-series collection');
  if (body.has('collation')) throw refuse("A collection's collation");
}
