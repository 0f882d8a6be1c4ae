import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** A sentence on what it is for. */
  text?: ReactNode;
  /** One control at the side of the title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a page with a title, on its own ground. */
export function Panel({ title, text, action, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p>{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

/** Panels side by side where there is room for it. */
export function Panels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>;
}
