/** What a person's export leaves out: secrets, hashes of secrets, and what only the machinery reads. */
const LEFT_OUT =
  /^(?:outbox|__v|keyIndex|emailKey|canonicalEmail|verifiedEmailKey|usernameKey|requestKey|requestHash)$|sealed|hash|token|password|secret|resets|verifications|credential|passkey|totp|recovery/i;

/** A document as plain JSON without any secret. */
export function withoutSecrets(document: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(document, (name, value: unknown) => (LEFT_OUT.test(name) ? undefined : value)),
  ) as Record<string, unknown>;
}
