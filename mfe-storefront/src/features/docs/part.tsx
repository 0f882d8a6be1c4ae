import type { ReactNode } from 'react';
import { AnchoredHeading } from './anchored-heading.tsx';
import styles from './part.module.css';

export interface PartProps {
  id: string;
  title: string;
  step?: number;
  children: ReactNode;
}

export function Part({ id, title, step, children }: PartProps) {
  if (step)
    return (
      <li id={id} className={`${styles.part} ${styles.step}`}>
        <AnchoredHeading id={id} title={`Step ${step}: ${title}`} />
        {children}
      </li>
    );
  return (
    <section id={id} className={`${styles.part} ${id === 'check' ? styles.check : ''}`}>
      <AnchoredHeading id={id} title={title} />
      {id === 'troubleshooting' ? <dl className={styles.troubles}>{children}</dl> : children}
    </section>
  );
}
