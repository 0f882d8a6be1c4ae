import { BRAND } from '@leadping/contracts/brand';
import { QUESTIONS } from '../../copy/faq.ts';
import { LANDING_META } from '../../copy/seo.ts';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import { StructuredData } from '../page/structured-data.tsx';

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
          mainEntity: QUESTIONS.filter(({ id }) => !(isTenantPage && id === 'resell')).map(
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
