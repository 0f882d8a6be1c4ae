import { Icon, ICONS } from '@leadping/web-kit/page/icon.tsx';
import { FIGURES } from '../../copy/figures.ts';
import { OFFER } from '../../copy/landing.ts';
import { BuyButton } from '../checkout/buy-button.tsx';
import { CodeNotice } from '../checkout/code-notice.tsx';
import { useLicenseSale } from '../checkout/use-product-checkout.ts';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Section } from '../page/section.tsx';
import { Price } from '@leadping/web-kit/site/price.tsx';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';
import { usePromises } from '../page/use-promises.ts';
import { BuyFacts } from './buy-facts.tsx';
import styles from './offer.module.css';

export function Offer() {
  const tenant = useTenant();
  const sale = useLicenseSale();
  const { promises, ifResellers } = usePromises();
  return (
    <Section id="pricing" title={OFFER.title} lead={OFFER.lead}>
      <div className={styles.offer}>
        <div className={styles.deal}>
          <p className={styles.prices}>
            {!tenant && (
              <s className={styles.regular}>
                {FIGURES.regularPrice} {FIGURES.regularPricePeriod}
              </s>
            )}
            <Price className={styles.price} />
            <span className={styles.once}>one time</span>
          </p>
          <BuyButton className={button.primary}>{OFFER.buy}</BuyButton>
          <CodeNotice sale={sale} />
          <BuyFacts />
          {!tenant && <Included />}
        </div>
        {/* The comparison is in dollars and would mislead beside a reseller's price in another currency. */}
        {tenant ? (
          <Included />
        ) : (
          <table className={styles.ledger}>
            <caption>{OFFER.saving}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className={layout.spoken}>When</span>
                </th>
                <th scope="col">{OFFER.columns.subscription}</th>
                <th scope="col">{OFFER.columns.lifetime}</th>
              </tr>
            </thead>
            <tbody>
              {OFFER.rows.map(({ label, rented }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{rented}</td>
                  <td className={styles.ours}>
                    <Price />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {promises?.guarantee && (
        <div {...ifResellers({ 'data-list': 'guarantee' })} className={styles.guarantee}>
          <RingMark size={72} />
          <div>
            <h3 {...ifResellers({ 'data-fill': 'text' })}>{promises.guarantee}</h3>
            <p>{OFFER.guarantee}</p>
          </div>
        </div>
      )}
    </Section>
  );
}

function Included() {
  const { promises, ifResellers } = usePromises();
  return (
    <ul className={styles.included}>
      {OFFER.included.map((item) => (
        <li key={item}>
          <Icon path={ICONS.check} size={18} />
          {item}
        </li>
      ))}
      {promises && (
        <li>
          <Icon path={ICONS.check} size={18} />
          <span>
            {OFFER.support}{' '}
            <span {...ifResellers({ 'data-fill': 'supportReply' })}>{promises.supportReply}</span>
          </span>
        </li>
      )}
    </ul>
  );
}
