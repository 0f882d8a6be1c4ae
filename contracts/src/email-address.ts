import { z } from 'zod';

/** Maximum octets of the local part and the whole path (RFC 5321, 4.5.3.1), and of one label (RFC 1035). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;
const MAX_LABEL = 63;
const INVALID = 'Enter an email address, such as name@example.com.';

/** RFC 5322 `atext`, extended by RFC 6531 with letters, marks, numbers, punctuation and symbols beyond ASCII. */
const ATOM = /^(?:[\w!#$%&'*+\-/=?^`{|}~]|[^\p{ASCII}\p{Z}\p{C}])+$/u;
/** A quoted local part: visible text and spaces, with `"` and `\` escaped. */
const QUOTED = /^"(?:[ !#-[\]-~]|[^\p{ASCII}\p{Z}\p{C}]|\\[ -~])*"$/u;
const LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
const IPV4 = /^\d+(?:\.\d+){3}$/;
const ADDRESS_LITERAL = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[\da-f:.]{2,45})\]$/i;

// `URL` exists in browsers and Node, but this package has the types of neither.
const { URL } = globalThis as unknown as { URL: new (text: string) => { hostname: string } };

/**
 * An email address as typed, trimmed. Mails are sent to this form. All addresses of RFC 5321 and 6531 are accepted
 * (`a&b@`, `"john smith"@`, `info@müller.de`). The mail provider decides about the rest. Use `canonicalEmail` to find
 * and compare addresses.
 */
export const EmailAddress = z
  .string()
  .trim()
  .max(MAX_ADDRESS, INVALID)
  .refine(isEmailAddress, INVALID)
  .meta({ format: 'email' });

export function isEmailAddress(text: string): boolean {
  const { local, domain } = splitAddress(text);
  if (octets(text) > MAX_ADDRESS || octets(local) > MAX_LOCAL) return false;
  const isLocalPart = local.startsWith('"') ? QUOTED.test(local) : isDotString(local);
  return isLocalPart && (ADDRESS_LITERAL.test(domain) || isHostName(asciiDomain(domain)));
}

/**
 * The form used to index and find addresses: trimmed, the domain in lower-case ASCII, the local part in lower case
 * without unnecessary quotes. A letter is folded only if its upper case maps back to it, so the Kelvin sign is not
 * `k` and `İ` is not `i`. Accepts any text: a text that is no address is only trimmed and folded.
 */
export function canonicalEmail(address: string): string {
  const { local, domain } = splitAddress(address.trim());
  if (local === '') return foldCase(domain);
  return `${foldCase(unquote(local))}@${asciiDomain(domain) ?? foldCase(domain)}`;
}

/** Lower-cases letters whose case mapping is reversible. Others stay unchanged. */
function foldCase(text: string): string {
  let folded = '';
  for (const letter of text) {
    const lower = letter.toLowerCase();
    folded += lower.toUpperCase() === letter ? lower : letter;
  }
  return folded;
}

/**
 * Splits at the last `@`, because a quoted local part may contain more. A text without `@` is treated as a domain.
 */
function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) };
}

function isDotString(local: string): boolean {
  return local.split('.').every((atom) => ATOM.test(atom));
}

/** `"anna"@` and `anna@` are the same mailbox (RFC 5321, 4.1.2). `"anna b"@` needs its quotes. */
function unquote(local: string): string {
  if (!QUOTED.test(local)) return local;
  const plain = local.slice(1, -1).replaceAll(/\\(.)/gu, '$1');
  return isDotString(plain) ? plain : `"${plain.replaceAll(/["\\]/g, '\\$&')}"`;
}

/**
 * The domain in ASCII (IDNA). `null` if it is not a host name, for example because URL parses it as an IP address.
 */
function asciiDomain(domain: string): string | null {
  if (!/^(?:[\w.-]|[^\p{ASCII}\p{Z}\p{C}])+$/u.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}/`);
    return IPV4.test(hostname) ? null : hostname;
  } catch {
    return null;
  }
}

/**
 * Requires two labels, because mail needs no host names without a dot (RFC 7085), and a last label that is not a
 * number.
 */
function isHostName(domain: string | null): boolean {
  const labels = domain?.split('.') ?? [];
  const isTopLevel = /[a-z]/.test(labels.at(-1) ?? '');
  return (
    labels.length > 1 && isTopLevel && labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label))
  );
}

/** Length in UTF-8 bytes. */
function octets(text: string): number {
  let count = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    count += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return count;
}
