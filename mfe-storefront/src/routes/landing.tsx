import { LANDING_META, LANDING_PROMISE } from '../copy/seo.ts';
import { BuyForm } from '../features/checkout/buy-form.tsx';
import { useEmbedding } from '../features/checkout/use-embedding.ts';
import { BuyBar } from '../features/landing/buy-bar.tsx';
import { DemoVideo } from '../features/landing/demo-video.tsx';
import { Faq } from '../features/landing/faq.tsx';
import { Features } from '../features/landing/features.tsx';
import { FinalCall } from '../features/landing/final-call.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { IntegrationsWall } from '../features/landing/integrations-wall.tsx';
import { LandingData } from '../features/landing/landing-data.tsx';
import { Offer } from '../features/landing/offer.tsx';
import { Problem } from '../features/landing/problem.tsx';
import { ResellerBanner } from '@leadping/web-kit/site/reseller-banner.tsx';
import { RoiSection } from '../features/landing/roi-section.tsx';
import { Setup } from '../features/landing/setup.tsx';
import { Solution } from '../features/landing/solution.tsx';
import { Spreadsheet } from '../features/landing/spreadsheet.tsx';
import { Testimonials } from '../features/landing/testimonials.tsx';
import { HeadTags } from '@leadping/web-kit/site/head-tags.tsx';
import layout from '@leadping/web-kit/page/layout.module.css';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { SkipLink } from '@leadping/web-kit/site/skip-link.tsx';
import { SiteHeader } from '../features/page/site-header.tsx';
import { TestModeBar } from '@leadping/web-kit/site/test-mode-bar.tsx';
import { useOpenedSlug } from '@leadping/web-kit/site/use-opened-slug.ts';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';
import { Suspense } from 'react';

/** Each section hydrates independently, so that a press never waits for other sections. */
const SECTIONS = {
  Problem,
  Solution,
  Setup,
  DemoVideo,
  Features,
  IntegrationsWall,
  Spreadsheet,
  RoiSection,
  Testimonials,
  Offer,
  Faq,
  FinalCall,
};

/** Separate from the page, so that the sections do not rerender when the tenant is known. */
function LandingHead() {
  const tenant = useTenant();
  const opened = useOpenedSlug();
  const slug = tenant === undefined ? opened : tenant?.slug;
  const title = tenant ? `${tenant.businessName}: ${LANDING_PROMISE}` : LANDING_META.title;
  return <HeadTags meta={slug ? { ...LANDING_META, title, path: `/r/${slug}` } : LANDING_META} />;
}

export default function LandingPage() {
  useEmbedding();
  return (
    <div id="top" className={layout.page}>
      <LandingHead />
      <LandingData />
      <SkipLink />
      <TestModeBar />
      <ResellerBanner />
      <SiteHeader />
      <BuyForm />
      <main id="content">
        <Suspense>
          <Hero />
        </Suspense>
        <div className={layout.later}>
          {Object.entries(SECTIONS).map(([name, Section]) => (
            <Suspense key={name}>
              <Section />
            </Suspense>
          ))}
        </div>
      </main>
      <div className={layout.later}>
        <Suspense>
          <SiteFooter />
        </Suspense>
      </div>
      <BuyBar />
    </div>
  );
}
