import { useState } from 'react';
import { RESELLER_CALCULATOR as COPY } from '../../copy/reseller-program.ts';
import { Section } from '../page/section.tsx';
import { useHydrated } from '@leadping/web-kit/page/use-hydrated.ts';
import { FALLBACK_RESELLER_FEE, useResellerFee } from '@leadping/web-kit/site/offer.ts';
import { usePricing } from '@leadping/web-kit/site/use-pricing.ts';
import { AmountField } from '../roi/amount-field.tsx';
import { readAmount } from '../roi/roi.ts';
import { dollars } from './dollars.ts';
import { calculateProfit, FALLBACK_PRICE_DOLLARS, SALES_EXAMPLES, salesToPayFee } from './profit.ts';
import styles from './profit-calculator.module.css';

export const CALCULATOR_ID = 'profit-calculator';

export function ProfitCalculator() {
  const pricing = usePricing();
  const [typed, setTyped] = useState<string | null>(null);
  // The prerendered HTML uses the default prices, because live prices are unknown at build time.
  const isLive = useHydrated();
  const liveFee = useResellerFee();
  const fee = isLive ? liveFee : FALLBACK_RESELLER_FEE;
  const livePrice = (isLive && pricing?.mainProduct.dollars) || FALLBACK_PRICE_DOLLARS;
  const price = Math.max(0.01, typed === null ? livePrice : readAmount(typed, livePrice));
  return (
    <Section
      id={CALCULATOR_ID}
      title={COPY.title(salesToPayFee(livePrice, fee))}
      lead={COPY.lead}
      className={styles.section}
    >
      <div className={styles.calculator}>
        <div className={styles.side}>
          <AmountField
            label={COPY.price}
            inputMode="decimal"
            min={1}
            step="any"
            value={typed ?? String(livePrice)}
            onChange={setTyped}
          />
          <p className={styles.even}>{COPY.even(dollars(price), salesToPayFee(price, fee), dollars(fee))}</p>
        </div>
        <table className={styles.table} aria-live="polite">
          <thead>
            <tr>
              <th scope="col">{COPY.columns.sales}</th>
              <th scope="col">{COPY.columns.revenue}</th>
              <th scope="col">{COPY.columns.profit}</th>
            </tr>
          </thead>
          <tbody>
            {SALES_EXAMPLES.map((sales) => {
              const { revenueDollars, profitDollars } = calculateProfit(sales, price, fee);
              return (
                <tr key={sales}>
                  <th scope="row">{sales} sales</th>
                  <td>{dollars(revenueDollars)}</td>
                  <td className={styles.profit}>{dollars(profitDollars)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{COPY.note}</p>
    </Section>
  );
}
