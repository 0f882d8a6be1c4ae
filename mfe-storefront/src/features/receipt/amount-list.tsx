import { amountLines, type PaidAmounts } from './amount-lines.ts';
import styles from './amount-list.module.css';

export function AmountList({ paid }: { paid: PaidAmounts }) {
  return (
    <dl className={styles.amounts}>
      {amountLines(paid).map(({ name, text, isTotal }) => (
        <div key={name} data-total={isTotal}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
