import type { ComponentProps } from 'react';
import styles from './amount-field.module.css';

type Props = Pick<ComponentProps<'input'>, 'inputMode' | 'min' | 'max' | 'step' | 'placeholder'> & {
  label: string;
  value: string;
  onChange: (typed: string) => void;
};

/** A number input of a calculator. Keeps the text as typed. */
export function AmountField({ label, onChange, ...input }: Props) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input type="number" onChange={(event) => onChange(event.target.value)} {...input} />
    </label>
  );
}
