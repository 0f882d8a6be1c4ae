import { reading } from '@leadping/web-kit/api/hooks';
import { useQuery } from '@leadping/web-kit/query';
import { readStoreUrl } from '../../endpoints.ts';

/** Milliseconds that the address is kept (specification, signed-in side §9). */
const CACHE = 300_000;

/** The link from which customers install the extension. */
export function StoreLink() {
  const { data } = useQuery({ ...reading(readStoreUrl), staleTime: CACHE, gcTime: CACHE });
  return (
    data && (
      <>
        They install the extension from the{' '}
        <a href={data.chromeWebStoreUrl} target="_blank" rel="noopener">
          Chrome Web Store
        </a>
        .
      </>
    )
  );
}
