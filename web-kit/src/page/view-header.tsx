import type { ReactNode, Ref } from 'react';
import styles from './view-header.module.css';

interface ViewHeaderProps {
  title: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  /** The ref of a focusable heading, see `useScreenStart`. */
  headingRef?: Ref<HTMLHeadingElement>;
}

export function ViewHeader({ title, children, action, headingRef }: ViewHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        <h1 ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h1>
        <p>{children}</p>
      </div>
      {action}
    </header>
  );
}
