import { HUB_GUIDES } from '@leadping/guides/lists/hub';
import { Link } from '@leadping/web-kit/router';
import { FIGURES } from '../copy/figures.ts';
import { COMING_SOON } from '../copy/coming-soon.ts';
import { INTEGRATIONS_META } from '../copy/seo.ts';
import { CatalogSection } from '../features/integrations/catalog-section.tsx';
import { ComingSoon } from '../features/integrations/coming-soon.tsx';
import styles from '../features/integrations/hub.module.css';
import button from '@leadping/web-kit/page/button.module.css';
import { HeadTags } from '@leadping/web-kit/site/head-tags.tsx';
import { useCurrentSlug } from '@leadping/web-kit/site/use-current-slug.ts';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';

export default function IntegrationsPage() {
  useCurrentSlug();
  return (
    <div className={layout.page}>
      <HeadTags meta={INTEGRATIONS_META} />
      <PlainHeader />
      <main id="content" className={layout.wrap}>
        <div className={styles.intro}>
          <h1 className={styles.title}>If it takes a webhook, it takes your leads.</h1>
          <p className={layout.lead}>
            Each guide ends with a lead in your tool. Tools without a guide work the same way:{' '}
            {FIGURES.platforms} platforms take a webhook, and the body is always the same seven fields.
          </p>
        </div>
        <CatalogSection id="featured" title="Featured" items={HUB_GUIDES.featured} />
        <CatalogSection id="more" title="More" items={HUB_GUIDES.more} />
        <CatalogSection id="platforms" title="Platforms" items={HUB_GUIDES.platforms} />
        <ComingSoon names={COMING_SOON} />
        <section aria-labelledby="request-title" className={styles.request}>
          <div>
            <h2 id="request-title" className={styles.requestTitle}>
              Is yours missing?
            </h2>
            <p>
              Let us know what you use. <Link to="/docs/webhooks">The webhook guide</Link> may already be all
              you need.
            </p>
          </div>
          <Link to="/support" className={button.secondary}>
            Request Integration
          </Link>
        </section>
      </main>
      <SiteFooter />
    </div>
  );
}
