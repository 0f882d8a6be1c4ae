import { BRAND } from '@leadping/contracts/brand';
import type { IdentityContext } from '../context.ts';

/**
 * For whom passkeys are made and from which page they are taken: the product's own address. Never a tenant's, whose pages
 * are another origin of the same domain.
 */
export function relyingParty({ config }: Pick<IdentityContext, 'config'>) {
  const { hostname, origin } = new URL(config.PUBLIC_URL);
  return { id: hostname, name: BRAND.name, origin };
}
