import { MACHINERY_FIELDS } from '../data/machinery-fields.ts';

const SECRET = /sealed|hash|token|password|secret|resets|verifications|credential|passkey|totp|recovery/i;

/** A document as plain JSON for a person's export: without secrets, hashes of secrets, and what only the machinery reads. */
export function withoutSecrets(document: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(document, (name, value: unknown) =>
      MACHINERY_FIELDS.has(name) || SECRET.test(name) ? undefined : value,
    ),
  ) as Record<string, unknown>;
}
