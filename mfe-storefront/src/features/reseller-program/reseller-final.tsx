import { RESELLER_FINAL as COPY } from '../../copy/reseller-program.ts';
import { ResellerCheckoutButton } from '../checkout/reseller-checkout-button.tsx';
import final from '../landing/final-call.module.css';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';

export function ResellerFinal() {
  return (
    <section aria-labelledby="reseller-final-title" className={final.section}>
      <RingMark size={900} className={final.rings} />
      <div className={`${layout.wrap} ${final.inner}`}>
        <h2 id="reseller-final-title" className={final.title}>
          {COPY.title}
        </h2>
        <p className={final.lead}>{COPY.lead}</p>
        <ResellerCheckoutButton className={`${button.primary} ${final.buy}`}>
          {COPY.buy}
        </ResellerCheckoutButton>
      </div>
    </section>
  );
}
