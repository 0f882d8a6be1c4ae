import { SELECTORS_LIMIT, SelectorsDocument } from '@leadping/contracts/licensing/selectors-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import secureJsonParse from 'secure-json-parse';

/**
 * Selectors are data that the extension reads on other people's pages: nothing that could reach a prototype, and each
 * one within the grammar that a browser runs through quickly.
 * @throws {DomainError} VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
export function checkSelectors(text: string): void {
  if (Buffer.byteLength(text) > SELECTORS_LIMIT) {
    throw new DomainError('PAYLOAD_TOO_LARGE', 'Selectors may have at most 64 kB.');
  }
  const checked = SelectorsDocument.safeParse(parse(text));
  if (checked.success) return;
  const [issue] = checked.error.issues;
  const path = issue?.path.join('.') ?? '';
  const message = issue?.code === 'custom' ? issue.message : 'Selectors must be a JSON object.';
  throw new DomainError('VALIDATION_FAILED', path ? `${path}: ${message}` : message);
}

function parse(text: string): unknown {
  try {
    return secureJsonParse.parse(text);
  } catch {
    throw new DomainError('VALIDATION_FAILED', 'Please check your JSON syntax and try again');
  }
}
