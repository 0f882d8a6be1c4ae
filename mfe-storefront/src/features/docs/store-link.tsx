import { BRAND } from '@leadping/contracts/brand';
import { useStoreUrl } from '../store/use-store-url.ts';

/** The extension's page in the store; a name alone until its address is known. */
export function StoreLink() {
  const storeUrl = useStoreUrl();
  const name = `${BRAND.name} in the Chrome Web Store`;
  return storeUrl ? <a href={storeUrl}>{name}</a> : <>{name}</>;
}
