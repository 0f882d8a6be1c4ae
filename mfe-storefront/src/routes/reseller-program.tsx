import { RESELLER_PROGRAM_META } from '../copy/seo.ts';
import { HeadTags } from '@leadping/web-kit/site/head-tags.tsx';
import layout from '@leadping/web-kit/page/layout.module.css';
import { SkipLink } from '@leadping/web-kit/site/skip-link.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { TestModeBar } from '@leadping/web-kit/site/test-mode-bar.tsx';
import { LimitedTimeBanner } from '../features/reseller-program/limited-time-banner.tsx';
import { ProfitCalculator } from '../features/reseller-program/profit-calculator.tsx';
import { ResellerFinal } from '../features/reseller-program/reseller-final.tsx';
import { ResellerHeader } from '../features/reseller-program/reseller-header.tsx';
import { ResellerHero } from '../features/reseller-program/reseller-hero.tsx';
import { ResellerOptions } from '../features/reseller-program/reseller-options.tsx';
import { ResellerPricing } from '../features/reseller-program/reseller-pricing.tsx';
import { ResellerSteps } from '../features/reseller-program/reseller-steps.tsx';
import { ResellerSupport } from '../features/reseller-program/reseller-support.tsx';
import { ResellerWebhook } from '../features/reseller-program/reseller-webhook.tsx';

export default function ResellerProgramPage() {
  return (
    <div className={layout.page}>
      <HeadTags meta={RESELLER_PROGRAM_META} />
      <SkipLink />
      <TestModeBar />
      <ResellerHeader />
      <main id="content">
        <ResellerHero />
        <ProfitCalculator />
        <ResellerOptions />
        <ResellerSteps />
        <LimitedTimeBanner />
        <ResellerPricing />
        <ResellerSupport />
        <ResellerWebhook />
        <ResellerFinal />
      </main>
      <SiteFooter />
    </div>
  );
}
