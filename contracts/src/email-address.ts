import { z } from 'zod';

/** RFC 5321, 4.5.3.1: octets of the local part and of the whole path; RFC 1035: of one label. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;
const MAX_LABEL = 63;
const INVALID = 'Enter an email address, such as name@example.com.';

/** RFC 5322 `atext`, and with RFC 6531 every letter, mark, number, punctuation and symbol beyond ASCII. */
const ATOM = /^(?:[\w!#$%&'*+\-/=?^`{|}~]|[^\p{ASCII}\p{Z}\p{C}])+$/u;
/** What stands between the quotes: visible text and spaces, with `"` and `\` escaped. */
const QUOTED = /^"(?:[ !#-[\]-~]|[^\p{ASCII}\p{Z}\p{C}]|\\[ -~])*"$/u;
const LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
const IPV4 = /^\d+(?:\.\d+){3}$/;
const ADDRESS_LITERAL = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[\da-f:.]{2,45})\]$/i;

// Browsers and Node have it; this package is typed for neither.
const { URL } = globalThis as unknown as { URL: new (text: string) => { hostname: string } };

/**
 * An email address as somebody typed it, without spaces at the ends: this is what mails are sent to. Everything that
 * RFC 5321 and 6531 allow is taken (`a&b@`, `"john smith"@`, `info@müller.de`); the mail provider judges the rest.
 * Find and compare by `canonicalEmail` alone.
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
 * The form by which an address is indexed and found: trimmed, the domain in lower case ASCII, the local part without
 * needless quotes and in lower case. Only letters whose capital leads back to them are folded: the Kelvin sign is no `k`,
 * `İ` is no `i`. Takes any text: what is no address comes back trimmed and folded.
 */
export function canonicalEmail(address: string): string {
  const { local, domain } = splitAddress(address.trim());
  if (local === '') return foldCase(domain);
  return `${foldCase(unquote(local))}@${asciiDomain(domain) ?? foldCase(domain)}`;
}

/** Lower case of letters that fold one to one and back; all others stay as they are. */
function foldCase(text: string): string {
  let folded = '';
  for (const letter of text) {
    const lower = letter.toLowerCase();
    folded += lower.toUpperCase() === letter ? lower : letter;
  }
  return folded;
}

/** At the last `@`: a quoted local part may have more of them. Without one all of it is the domain. */
function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) };
}

function isDotString(local: string): boolean {
  return local.split('.').every((atom) => ATOM.test(atom));
}

/** `"anna"@` and `anna@` are one mailbox (RFC 5321, 4.1.2); `"anna b"@` needs its quotes. */
function unquote(local: string): string {
  if (!QUOTED.test(local)) return local;
  const plain = local.slice(1, -1).replaceAll(/\\(.)/gu, '$1');
  return isDotString(plain) ? plain : `"${plain.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The domain as the name system knows it; `null` where it is no host name at all: a URL has addresses for numbers. */
function asciiDomain(domain: string): string | null {
  if (!/^(?:[\w.-]|[^\p{ASCII}\p{Z}\p{C}])+$/u.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}/`);
    return IPV4.test(hostname) ? null : hostname;
  } catch {
    return null;
  }
}

/** At least two labels, and the last one is no number: mail has no host names without a dot (RFC 7085). */
function isHostName(domain: string | null): boolean {
  const labels = domain?.split('.') ?? [];
  const isTopLevel = /[a-z]/.test(labels.at(-1) ?? '');
  return (
    labels.length > 1 && isTopLevel && labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label))
  );
}

/** Length in UTF-8. */
function octets(text: string): number {
  let count = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    count += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return count;
}
