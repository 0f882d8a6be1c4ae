import type { ReactNode } from 'react';
import { Rings } from './rings.tsx';

interface Props {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

export function Notice({ title, children, actions }: Props) {
  return (
    <main className="lp-notice">
      <title>{title}</title>
      <Rings className="lp-rings" />
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {actions && <p className="lp-actions">{actions}</p>}
    </main>
  );
}
