import { BRAND } from '@leadping/contracts/brand';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { UiProvider } from '@leadping/web-kit/ui/core';
import type { ReactNode } from 'react';
import styles from './account-page.module.css';

interface AccountPageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** The narrow page of everything about a sign-in. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  return (
    <div className={layout.page}>
      <title>{`${title}: ${BRAND.name}`}</title>
      <meta name="robots" content="noindex" />
      <PlainHeader sells={false} />
      <main id="content" className={`${layout.wrap} ${styles.main}`}>
        <div className={styles.column}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          <div className={styles.content}>
            <UiProvider>{children}</UiProvider>
          </div>
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}
