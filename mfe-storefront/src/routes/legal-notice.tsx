import { BRAND } from '@leadping/contracts/brand';
import { SellerFacts } from '@leadping/web-kit/site/seller-facts.tsx';
import { useOpenedSlug } from '@leadping/web-kit/site/use-opened-slug.ts';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';
import { LEGAL_NOTICE } from '../copy/legal-notice.ts';
import { LEGAL_NOTICE_META } from '../copy/seo.ts';
import { LegalLayout, LegalSection } from '../features/legal/legal-page.tsx';
import { PromiseFacts } from '../features/legal/promise-facts.tsx';
import reading from '../features/page/reading.module.css';

export default function LegalNoticePage() {
  const isTenantPage = useIsTenantPage();
  const tenant = useTenant();
  // On a host of the reseller's own, the platform's notice has no address.
  const isUnderPlatform = useOpenedSlug() !== undefined;
  const sections = [
    { id: 'seller', title: LEGAL_NOTICE.seller },
    ...(isTenantPage
      ? [
          { id: 'promises', title: LEGAL_NOTICE.promises },
          { id: 'platform', title: LEGAL_NOTICE.platform },
        ]
      : []),
  ];
  return (
    <LegalLayout meta={LEGAL_NOTICE_META} index={sections}>
      <h1 className={reading.title}>{LEGAL_NOTICE.title}</h1>
      {isTenantPage ? (
        <p className={reading.intro}>
          Who sells {BRAND.name} to you on the pages of{' '}
          <span data-fill="tenantName">{tenant?.businessName ?? ''}</span>.
        </p>
      ) : (
        <p className={reading.intro}>{LEGAL_NOTICE.intro}</p>
      )}
      <LegalSection id="seller" title={LEGAL_NOTICE.seller}>
        <SellerFacts />
      </LegalSection>
      {isTenantPage && (
        <>
          <LegalSection id="promises" title={LEGAL_NOTICE.promises}>
            <PromiseFacts />
          </LegalSection>
          <LegalSection id="platform" title={LEGAL_NOTICE.platform}>
            <p>
              {LEGAL_NOTICE.platformText}
              {isUnderPlatform && (
                <>
                  {' '}
                  <a href="/legal-notice">{LEGAL_NOTICE.platformLink}</a>
                </>
              )}
            </p>
          </LegalSection>
        </>
      )}
    </LegalLayout>
  );
}
