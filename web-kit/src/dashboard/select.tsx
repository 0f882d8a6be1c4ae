import type { ComponentProps } from 'react';
import styles from './select.module.css';

/** The browser's native select, which phones and screen readers handle well, in the style of the other fields. */
export const Select = (props: ComponentProps<'select'>) => (
  <span className={styles.select}>
    <select {...props} />
  </span>
);
