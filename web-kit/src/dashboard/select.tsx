import type { ComponentProps } from 'react';
import styles from './select.module.css';

/** The browser's own list of choices, which opens as a phone or a screen reader wants it, drawn as the other fields. */
export const Select = (props: ComponentProps<'select'>) => (
  <span className={styles.select}>
    <select {...props} />
  </span>
);
