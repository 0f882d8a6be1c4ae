import { DomainError } from '@leadping/service-kit/domain-error';
import { addressFamily, isLoopbackAddress, isPublicAddress } from './address.ts';

/** An external address that a third party has chosen. Only its text is checked. */
export interface Target {
  url: URL;
  /** Without brackets: a host name, or an address in its one canonical form. */
  hostname: string;
  /** The sandbox's inbox on this machine, which development alone may reach. */
  isLocal: boolean;
}

/**
 * Reads a webhook URL. The URL parser converts every notation of an IPv4 address (hexadecimal, octal, one number, short
 * forms) to the dotted one, so that one check covers all of them. The address of a host name is checked when it is
 * called.
 * @param options.field the request field that has the URL
 * @throws {DomainError} WEBHOOK_URL_REFUSED
 */
export function readTarget(text: string, options: { allowLoopbackHttp: boolean; field?: string }): Target {
  const refuse = (why: string) =>
    new DomainError('WEBHOOK_URL_REFUSED', `The webhook URL ${why}.`, { field: options.field });
  if (!URL.canParse(text)) throw refuse('is not a valid address');
  const url = new URL(text);
  if (url.username || url.password) throw refuse('must not contain a user name or password');
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isLocal = options.allowLoopbackHttp && (hostname === 'localhost' || isLoopbackAddress(hostname));
  if (isLocal && (url.protocol === 'http:' || url.protocol === 'https:')) return { url, hostname, isLocal };
  if (url.protocol !== 'https:') throw refuse('must start with https://');
  if (addressFamily(hostname) !== null ? !isPublicAddress(hostname) : !isPublicName(hostname)) {
    throw refuse('is not on the public internet');
  }
  return { url, hostname, isLocal: false };
}

/** Names that by rule never mean a public host, and names without a dot. */
function isPublicName(hostname: string): boolean {
  return (
    hostname.includes('.') &&
    !/\.(localhost|local|internal|intranet|lan|home\.arpa|test|invalid)$/.test(hostname)
  );
}
