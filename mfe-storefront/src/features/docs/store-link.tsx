import { BRAND } from '@leadping/contracts/brand';
import { useStoreUrl } from '../store/use-store-url.ts';

/** A link to the extension's store page, or only its name while the address is unknown. */
export function StoreLink() {
  const storeUrl = useStoreUrl();
  const name = `${BRAND.name} in the Chrome Web Store`;
  return storeUrl ? <a href={storeUrl}>{name}</a> : <>{name}</>;
}
