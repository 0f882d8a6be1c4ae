import { SELECTORS_LIMIT } from '@leadping/contracts/licensing/selectors-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import secureJsonParse from 'secure-json-parse';

const DEEPEST = 5;
const MAX_VALUES = 500;
const MAX_SELECTOR_LENGTH = 1000;

/**
 * Selectors are data that the extension reads on other people's pages: an object of plain values, nothing that could
 * reach a prototype, and small enough that no page hangs on it.
 * @throws {DomainError} VALIDATION_FAILED
 */
export function checkSelectors(text: string): void {
  if (Buffer.byteLength(text) > SELECTORS_LIMIT) {
    throw new DomainError('PAYLOAD_TOO_LARGE', 'Selectors may have at most 64 kB.');
  }
  let selectors: unknown;
  try {
    selectors = secureJsonParse.parse(text);
  } catch {
    throw refused('Please check your JSON syntax and try again');
  }
  if (typeof selectors !== 'object' || selectors === null || Array.isArray(selectors)) {
    throw refused('Selectors must be a JSON object.');
  }
  if (countValues(selectors, 0) > MAX_VALUES) throw refused(`At most ${MAX_VALUES} selectors are accepted.`);
}

function countValues(value: unknown, depth: number): number {
  if (depth > DEEPEST) throw refused(`Selectors may be nested at most ${DEEPEST} levels deep.`);
  if (typeof value === 'string' && value.length > MAX_SELECTOR_LENGTH) {
    throw refused(`A selector may have at most ${MAX_SELECTOR_LENGTH} characters.`);
  }
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + countValues(part, depth + 1), 0);
}

function refused(message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', message);
}
