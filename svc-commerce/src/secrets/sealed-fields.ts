import type { Sealer, SealedPlace } from '@leadping/service-kit/data/sealed-text';

/** Records of this service that have secret fields. */
type Kind = 'settings' | 'resellers' | 'former-payment-keys';

export function secretPlace(kind: Kind, id: unknown, field: string): SealedPlace {
  return `${kind}/${String(id)}/${field}`;
}

/** The place of the signing secret of a receiver's order webhook. */
export function endpointSecretPlace(receiver: string): SealedPlace {
  return `webhook-endpoints/${receiver}/secret`;
}

/**
 * Opens a secret of a record; null if it has none.
 * @throws if the secret was sealed for another record or field
 */
export function openSecret<F extends string>(
  sealer: Sealer,
  kind: Kind,
  record: { _id: unknown } & Record<F, string | null>,
  field: F,
): string | null {
  const sealed: string | null = record[field];
  return sealed === null ? null : sealer.open(sealed, secretPlace(kind, record._id, field));
}
