import { readFileSync } from 'node:fs';
import { z } from 'zod';

const samples = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .parse(JSON.parse(readFileSync(new URL('stripe-samples.json', import.meta.url), 'utf8')));

export const sampleKinds = Object.keys(samples);

/** Fields of the samples that a reply may lack, with the reason. */
const ABSENT: Readonly<Record<string, string>> = {
  'account.external_accounts': 'included only on request since 2022',
  'account.tos_acceptance': 'optional in the library, empty for a standard account',
  'account.settings.bacs_debit_payments': 'optional in the library, for British sellers',
  'account.settings.card_issuing': 'optional in the library, for issuers of cards',
  'account.settings.invoices': 'optional in the library',
  'account.settings.payouts': 'optional in the library',
  'account.settings.sepa_debit_payments': 'optional in the library',
  'account.settings.card_payments.decline_on': 'optional in the library',
  'balance.connect_reserved': 'only for platforms with connected accounts',
  'charge.refunds': 'included only on request since 2022',
  'invoice.subscription': 'moved to its parent in 2025, no longer in the library',
};

/** Objects whose names are data and not fields. */
const DATA = ['metadata', 'data.object', 'capabilities', 'payment_method_options', 'country_options'];

/** The fields, at any depth, in which a reply differs from Stripe's sample. Empty if there are none. */
export function compareWithSample(kind: string, reply: unknown): string[] {
  const sample = samples[kind];
  if (sample === undefined) throw new Error(`there is no sample of ${kind}`);
  return compare(sample, reply, kind);
}

function compare(sample: unknown, reply: unknown, path: string): string[] {
  // Whether null is allowed is checked by the compiler: builders return the library's types.
  if (sample === null || reply === null) return [];
  const [wanted, given] = [kindOf(sample), kindOf(reply)];
  // An id and the object behind it are the same field, expanded or not.
  const isReference = [wanted, given].toSorted().join() === 'object,string' && !path.endsWith('.metadata');
  if (wanted !== given) return isReference ? [] : [`${path} is ${given} and not ${wanted}`];
  if (wanted === 'list') {
    const [first] = sample as unknown[];
    return first === undefined
      ? []
      : (reply as unknown[]).slice(0, 1).flatMap((item) => compare(first, item, `${path}[]`));
  }
  if (wanted !== 'object' || DATA.some((name) => path.endsWith(name))) return [];
  const [expected, actual] = [sample as Record<string, unknown>, reply as Record<string, unknown>];
  return Object.keys(expected).flatMap((name) => {
    const at = `${path}.${name}`;
    if (!(name in actual)) return at in ABSENT ? [] : [`${at} is missing`];
    return compare(expected[name], actual[name], at);
  });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
