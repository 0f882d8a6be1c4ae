import type { ReactNode } from 'react';
import layout from '@leadping/web-kit/page/layout.module.css';

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  className?: string;
  children: ReactNode;
}

/** A section of a sales page with a heading, an anchor and the page's width. */
export function Section({ id, title, lead, className = '', children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`${layout.section} ${className}`}>
      <div className={layout.wrap}>
        <h2 id={`${id}-title`} className={layout.title}>
          {title}
        </h2>
        {lead && <p className={layout.lead}>{lead}</p>}
        {children}
      </div>
    </section>
  );
}
