import { formatWhole } from '@leadping/contracts/currency';
import button from '@leadping/web-kit/page/button.module.css';
import { useHydrated } from '@leadping/web-kit/page/use-hydrated.ts';
import { usePricing } from '@leadping/web-kit/site/use-pricing.ts';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import { useState } from 'react';
import { ROI } from '../../copy/landing.ts';
import { BuyButton } from '../checkout/buy-button.tsx';
import { AmountField } from './amount-field.tsx';
import { calculateSaving, payOffDay, readAmount, ROI_LIMITS, timeRange, USUAL_PRICE_DOLLARS } from './roi.ts';
import styles from './roi-calculator.module.css';

export function RoiCalculator() {
  const [prospects, setProspects] = useState(String(ROI_LIMITS.prospects.fallback));
  const [hourlyRate, setHourlyRate] = useState(String(ROI_LIMITS.hourlyRate.fallback));
  const isTenantPage = useIsTenantPage();
  const pricing = usePricing();
  // The prerendered HTML uses the default price, because the live price is unknown at build time.
  const isLive = useHydrated();
  const price = (isLive && pricing?.mainProduct.dollars) || USUAL_PRICE_DOLLARS;
  const saving = calculateSaving(
    readAmount(prospects, ROI_LIMITS.prospects.fallback),
    readAmount(hourlyRate, ROI_LIMITS.hourlyRate.fallback),
  );
  return (
    <div className={styles.calculator}>
      <div className={styles.inputs}>
        <AmountField
          label={ROI.prospects}
          inputMode="numeric"
          min={ROI_LIMITS.prospects.min}
          max={ROI_LIMITS.prospects.max}
          placeholder={String(ROI_LIMITS.prospects.fallback)}
          value={prospects}
          onChange={setProspects}
        />
        <AmountField
          label={ROI.hourlyRate}
          inputMode="decimal"
          min={ROI_LIMITS.hourlyRate.min}
          max={ROI_LIMITS.hourlyRate.max}
          placeholder={String(ROI_LIMITS.hourlyRate.fallback)}
          value={hourlyRate}
          onChange={setHourlyRate}
        />
        <p className={styles.assumption}>{ROI.assumption}</p>
      </div>
      <output className={styles.result} aria-live="polite" aria-label="What you save">
        <span className={styles.month}>
          <span className={styles.caption}>A month</span>
          <strong>
            ${formatWhole(saving.valuePerMonth.low)} to ${formatWhole(saving.valuePerMonth.high)}
          </strong>
        </span>
        <span className={styles.day}>
          <span className={styles.caption}>A day</span>
          <strong>
            ${formatWhole(saving.valuePerDay.low)} to ${formatWhole(saving.valuePerDay.high)}
          </strong>
        </span>
        <span className={styles.day}>
          <span className={styles.caption}>Time a day</span>
          <strong>{timeRange(saving.minutesPerDay)}</strong>
        </span>
        <span className={styles.end}>{isTenantPage ? ROI.once : ROI.paysOff(payOffDay(price, saving))}</span>
      </output>
      <div className={styles.buy}>
        <BuyButton className={button.primary}>{ROI.buy}</BuyButton>
      </div>
    </div>
  );
}
