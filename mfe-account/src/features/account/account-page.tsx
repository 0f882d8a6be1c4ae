import { BRAND } from '@leadping/contracts/brand';
import layout from '@leadping/web-kit/page/layout.module.css';
import { HeadTags, type PageMeta } from '@leadping/web-kit/site/head-tags.tsx';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import type { ReactNode } from 'react';
import styles from './account-page.module.css';

interface AccountPageProps {
  title: string;
  lead?: string;
  /** Only for pages with one canonical address, independent of the rest of the URL. */
  meta?: Pick<PageMeta, 'description' | 'path'>;
  children: ReactNode;
}

/** The narrow layout of all account pages. */
export function AccountPage({ title, lead, meta, children }: AccountPageProps) {
  const titleTag = `${title}: ${BRAND.name}`;
  return (
    <div className={layout.page}>
      {meta ? <HeadTags meta={{ ...meta, title: titleTag }} /> : <title>{titleTag}</title>}
      <meta name="robots" content="noindex" />
      <PlainHeader sells={false} />
      <main id="content" className={`${layout.wrap} ${styles.main}`}>
        <div className={styles.column}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          <div className={styles.content}>{children}</div>
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}
