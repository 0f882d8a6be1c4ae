import { isUtf8 } from 'node:buffer';
import { CommandError } from '../errors/command-error.ts';

const maxDepth = 180;
const invalid = (reason: string) => new CommandError(22, `Invalid BSON: ${reason}`);

/** Sizes of fixed-size values by BSON type. */
const fixedSizes = new Map([
  [0x01, 8],
  [0x06, 0],
  [0x07, 12],
  [0x08, 1],
  [0x09, 8],
  [0x0a, 0],
  [0x10, 4],
  [0x11, 8],
  [0x12, 8],
  [0x13, 16],
  [0x7f, 0],
  [0xff, 0],
]);

function endOfCString(bytes: Buffer, at: number, end: number): number {
  const zero = bytes.indexOf(0, at);
  if (zero < 0 || zero >= end) throw invalid('a name has no end');
  if (!isUtf8(bytes.subarray(at, zero))) throw invalid('a name is not UTF-8');
  return zero + 1;
}

function endOfString(bytes: Buffer, at: number, end: number): number {
  if (at + 4 > end) throw invalid('a string is cut off');
  const length = bytes.readInt32LE(at);
  const after = at + 4 + length;
  if (length < 1 || after > end || bytes[after - 1] !== 0) throw invalid('a string has a wrong length');
  if (!isUtf8(bytes.subarray(at + 4, after))) throw invalid('a string is not UTF-8');
  return after;
}

function endOfBinary(bytes: Buffer, at: number, end: number): number {
  if (at + 5 > end) throw invalid('binary data is cut off');
  const length = bytes.readInt32LE(at);
  if (length < 0 || at + 5 + length > end) throw invalid('binary data has a wrong length');
  return at + 5 + length;
}

function endOfCodeWithScope(bytes: Buffer, at: number, end: number, depth: number): number {
  if (at + 4 > end) throw invalid('code is cut off');
  const after = at + bytes.readInt32LE(at);
  const scope = endOfString(bytes, at + 4, end);
  if (after > end || endOfDocument(bytes, scope, after, depth + 1) !== after) {
    throw invalid('code has a wrong length');
  }
  return after;
}

function endOfValue(bytes: Buffer, type: number, at: number, end: number, depth: number): number {
  const fixed = fixedSizes.get(type);
  if (fixed !== undefined) {
    if (type === 0x08 && (bytes[at] ?? 2) > 1) throw invalid('a boolean is neither true nor false');
    return at + fixed;
  }
  switch (type) {
    case 0x02:
    case 0x0d:
    case 0x0e:
      return endOfString(bytes, at, end);
    case 0x03:
    case 0x04:
      return endOfDocument(bytes, at, end, depth + 1);
    case 0x05:
      return endOfBinary(bytes, at, end);
    case 0x0b:
      return endOfCString(bytes, endOfCString(bytes, at, end), end);
    case 0x0c:
      return endOfString(bytes, at, end) + 12;
    case 0x0f:
      return endOfCodeWithScope(bytes, at, end, depth);
    default:
      throw invalid(`unknown type 0x${type.toString(16)}`);
  }
}

/**
 * Validates a document and returns the offset after it. The engine parses BSON in C inside PostgreSQL, so it must
 * only receive validated documents.
 * @throws CommandError InvalidBSON
 */
export function endOfDocument(bytes: Buffer, start: number, limit: number, depth = 0): number {
  if (depth > maxDepth) throw new CommandError(15, `Documents may not nest deeper than ${maxDepth} levels`);
  if (start + 5 > limit) throw invalid('a document is cut off');
  const length = bytes.readInt32LE(start);
  const end = start + length;
  if (length < 5 || end > limit || bytes[end - 1] !== 0) throw invalid('a document has a wrong length');
  let at = start + 4;
  while (at < end - 1) {
    const type = bytes[at] ?? 0;
    at = endOfValue(bytes, type, endOfCString(bytes, at + 1, end), end - 1, depth);
    if (at > end - 1) throw invalid('a value runs past its document');
  }
  return end;
}
