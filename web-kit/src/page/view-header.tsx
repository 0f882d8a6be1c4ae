import type { ReactNode } from 'react';
import styles from './view-header.module.css';

interface ViewHeaderProps {
  title: ReactNode;
  /** One sentence on what the view is for. */
  children: ReactNode;
  action?: ReactNode;
}

export function ViewHeader({ title, children, action }: ViewHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        <h1>{title}</h1>
        <p>{children}</p>
      </div>
      {action}
    </header>
  );
}
