import { buyByForm } from '@leadping/contracts/endpoints/gateway/buy';
import { useOpenedSlug } from '@leadping/web-kit/site/use-opened-slug.ts';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';

export const BUY_FORM_ID = 'buy-form';

/**
 * The form of all buy buttons of a page. It buys before the scripts are there, and without them. It opens outside of a
 * frame, because the payment page cannot be framed.
 */
export function BuyForm() {
  const tenant = useTenant();
  const opened = useOpenedSlug();
  const seller = tenant === undefined ? opened : tenant?.slug;
  return (
    <form id={BUY_FORM_ID} method="post" action={buyByForm.path} target="_top" hidden>
      {seller && <input type="hidden" name="seller" value={seller} />}
    </form>
  );
}
