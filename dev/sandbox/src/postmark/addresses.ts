import { invalidRequest } from './errors.ts';
import type { Recipient } from './mail.ts';

/**
 * RFC 5322 `addr-spec` with RFC 6531's letters: a dot-atom or a quoted string, an at sign, and a domain with a
 * dot.
 */
const ADDRESS =
  /^(?:[^\s@<>()[\]\\,;:"]{1,64}|"(?:[^"\\]|\\.){1,62}")@[^\s@<>()\\,;:".]+(?:\.[^\s@<>()\\,;:".]+)+$/;
// oxlint-disable-next-line regexp/no-super-linear-backtracking -- development only, a header line that the platform sends
const NAMED = /^(?:"((?:[^"\\]|\\.)*)"|([^<>"]*?))\s*<([^<>]+|"(?:[^"\\]|\\.)*"@[^<>]+)>$/;
/** A comma inside a quoted name separates nothing. */
// oxlint-disable-next-line regexp/no-super-linear-move -- development only, a header line that the platform sends
const BETWEEN = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** The addresses of a header line, such as `"Doe, Jane" <jane@example.com>, joe@example.com`. */
export function readAddresses(
  line: string | undefined,
  field: 'From' | 'To' | 'Cc' | 'Bcc' | 'ReplyTo',
): Recipient[] {
  if (line === undefined || line.trim() === '') return [];
  return line.split(BETWEEN).map((part) => readAddress(part.trim(), field));
}

function readAddress(part: string, field: string): Recipient {
  const [, quoted, plain, bracketed] = NAMED.exec(part) ?? [];
  const email = (bracketed ?? part).trim();
  if (!ADDRESS.test(email)) throw invalidRequest(`Invalid '${field}' address: '${part}'.`);
  const local = email.slice(0, email.lastIndexOf('@'));
  // Postmark's own message, as reported by its customers, for non-ASCII letters before the at sign.
  // https://postmarkapp.com/support/article/1180-what-does-errorcode-300-mean
  if (/[^\p{ASCII}]/u.test(local))
    throw invalidRequest(`Error parsing '${field}': Illegal email mailbox '${local}' in address '${email}'.`);
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '';
  return { Email: email, Name: name };
}
