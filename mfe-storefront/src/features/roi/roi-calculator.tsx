import { formatWhole } from '@leadping/contracts/currency';
import { useState } from 'react';
import { ROI } from '../../copy/landing.ts';
import { calculateSaving, readAmount, ROI_LIMITS } from './roi.ts';
import styles from './roi-calculator.module.css';

export function RoiCalculator() {
  const [prospects, setProspects] = useState(String(ROI_LIMITS.prospects.fallback));
  const [hourlyRate, setHourlyRate] = useState(String(ROI_LIMITS.hourlyRate.fallback));
  const saving = calculateSaving(
    readAmount(prospects, ROI_LIMITS.prospects.fallback),
    readAmount(hourlyRate, ROI_LIMITS.hourlyRate.fallback),
  );
  return (
    <div className={styles.calculator}>
      <div className={styles.inputs}>
        <label className={styles.field}>
          <span>{ROI.prospects}</span>
          <input
            type="number"
            inputMode="numeric"
            min={ROI_LIMITS.prospects.min}
            max={ROI_LIMITS.prospects.max}
            placeholder={String(ROI_LIMITS.prospects.fallback)}
            value={prospects}
            onChange={(event) => setProspects(event.target.value)}
          />
        </label>
        <label className={styles.field}>
          <span>{ROI.hourlyRate}</span>
          <input
            type="number"
            inputMode="decimal"
            min={ROI_LIMITS.hourlyRate.min}
            max={ROI_LIMITS.hourlyRate.max}
            placeholder={String(ROI_LIMITS.hourlyRate.fallback)}
            value={hourlyRate}
            onChange={(event) => setHourlyRate(event.target.value)}
          />
        </label>
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
          <strong>
            {formatWhole(saving.minutesPerDay.low)} to {formatWhole(saving.minutesPerDay.high)} minutes
          </strong>
        </span>
      </output>
    </div>
  );
}
