import { BRAND } from '@leadping/contracts/brand';
import { SUPPORT_REPLY } from '@leadping/contracts/promises';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PageDown } from '@leadping/web-kit/page/page-down.tsx';
import { PartBoundary } from '@leadping/web-kit/page/part-boundary.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { useHydrated } from '@leadping/web-kit/page/use-hydrated.ts';
import { HeadTags, type PageMeta } from '@leadping/web-kit/site/head-tags.tsx';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { useSearchParams } from '@leadping/web-kit/router';
import { Suspense, useRef, type KeyboardEvent } from 'react';
import { Documentation } from '../features/documentation/documentation.tsx';
import styles from './support-center.module.css';

/** Most visitors only read, so forms load when they are opened. */
const Contact = reloadable(() => import('../features/contact/contact.tsx'));

const TABS = [
  { id: 'documentation', label: 'Documentation' },
  { id: 'contact', label: 'Contact Support' },
] as const;
const META: PageMeta = {
  title: `Support and documentation: ${BRAND.name}`,
  description: `Guides for installing ${BRAND.name}, connecting your tools and solving problems, and people who answer ${SUPPORT_REPLY.supportCenter}.`,
  path: '/support',
};
const NO_QUERY = new URLSearchParams();
type TabId = (typeof TABS)[number]['id'];

export default function SupportCenterPage() {
  const [params, setSearch] = useSearchParams();
  // The page was prerendered without a query.
  const search = useHydrated() ? params : NO_QUERY;
  const tab: TabId = search.get('tab') === 'contact' ? 'contact' : 'documentation';
  const list = useRef<HTMLDivElement>(null);
  const change = (name: 'tab' | 'q', value: string) => {
    // Reads the address instead of the last render, because a search may have been typed a moment ago.
    const after = new URLSearchParams(location.search);
    if (value) after.set(name, value);
    else after.delete(name);
    setSearch(after, { replace: true });
  };
  const open = (id: TabId) => change('tab', id === 'contact' ? id : '');
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other: TabId = tab === 'contact' ? 'documentation' : 'contact';
    open(other);
    list.current?.querySelector<HTMLElement>(`#tab-${other}`)?.focus();
  };

  return (
    <div className={layout.page}>
      <HeadTags meta={META} />
      <PlainHeader />
      <main id="content" className={`${layout.wrap} ${styles.main}`}>
        <h1 className={styles.title}>How can we help?</h1>
        <p className={layout.lead}>
          Most answers are one guide away. For the others, the {BRAND.name} team replies{' '}
          {SUPPORT_REPLY.supportCenter}.
        </p>
        <div ref={list} role="tablist" aria-label="Support" className={styles.tabs}>
          {TABS.map(({ id, label }) => (
            <button
              key={id}
              id={`tab-${id}`}
              type="button"
              role="tab"
              aria-selected={tab === id}
              aria-controls={`panel-${id}`}
              tabIndex={tab === id ? 0 : -1}
              onClick={() => open(id)}
              onKeyDown={onArrow}
            >
              {label}
            </button>
          ))}
        </div>
        <div
          key={tab}
          id={`panel-${tab}`}
          role="tabpanel"
          aria-labelledby={`tab-${tab}`}
          className={tab === 'contact' ? styles.contact : undefined}
        >
          {tab === 'documentation' ? (
            <Documentation
              searched={search.get('q') ?? ''}
              onSearch={(words) => change('q', words)}
              onContact={() => open('contact')}
            />
          ) : (
            <PartBoundary renderFallback={(retry) => <PageDown onRetry={retry} />}>
              <Suspense fallback={<output>Loading...</output>}>
                <Contact />
              </Suspense>
            </PartBoundary>
          )}
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}
