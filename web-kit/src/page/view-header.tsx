import type { ReactNode, Ref } from 'react';
import styles from './view-header.module.css';

interface ViewHeaderProps {
  title: ReactNode;
  /** One sentence on what the view is for. */
  children: ReactNode;
  action?: ReactNode;
  /** Of a heading that takes the focus, see `useScreenStart`. */
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
