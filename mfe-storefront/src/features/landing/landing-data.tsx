import { BRAND } from '@leadping/contracts/brand';
import { QUESTIONS } from '../../copy/faq.ts';
import { LANDING_META } from '../../copy/seo.ts';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import { StructuredData } from '../page/structured-data.tsx';

/** Questions that a reseller answers differently or not at all. */
const RESELLERS_OWN = new Set(['resell', 'refund']);

/** Structured data of the landing page for search engines: the product, and the questions with their answers. */
export function LandingData() {
  const isTenantPage = useIsTenantPage();
  return (
    <>
      <StructuredData
        value={{
          '@type': 'SoftwareApplication',
          name: BRAND.name,
          description: LANDING_META.description,
          applicationCategory: 'BusinessApplication',
          operatingSystem: 'Chrome 88 or later',
        }}
      />
      <StructuredData
        value={{
          '@type': 'FAQPage',
          mainEntity: QUESTIONS.filter(({ id }) => !(isTenantPage && RESELLERS_OWN.has(id))).map(
            ({ question, answer }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text: answer },
            }),
          ),
        }}
      />
    </>
  );
}
