import { buyByForm } from '@leadping/contracts/endpoints/gateway/buy';
import { useOpenedSlug } from '@leadping/web-kit/site/use-opened-slug.ts';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';
import { useKeptCode } from './kept-code.ts';
import { useLicenseSale } from './use-product-checkout.ts';

export const BUY_FORM_ID = 'buy-form';

/**
 * The form of all buy buttons of a page. It buys before the scripts are there, and without them. It opens outside of a
 * frame, because the payment page cannot be framed. Until it is hydrated, the gateway reads the discount code from the
 * page's address.
 */
export function BuyForm() {
  const tenant = useTenant();
  const opened = useOpenedSlug();
  const { code } = useKeptCode(useLicenseSale());
  const seller = tenant === undefined ? opened : tenant?.slug;
  return (
    <form id={BUY_FORM_ID} method="post" action={buyByForm.path} target="_top" hidden>
      {seller && <input type="hidden" name="seller" value={seller} />}
      {code !== undefined && <input type="hidden" name="code" value={code} />}
    </form>
  );
}
