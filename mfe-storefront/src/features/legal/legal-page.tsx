import { TAX_TEXTS } from '@leadping/contracts/commerce/seller-tax';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import { SellerFacts } from '@leadping/web-kit/site/seller-facts.tsx';
import type { ReactNode } from 'react';
import { Link } from '@leadping/web-kit/router';
import type { LegalText } from '../../copy/legal.ts';
import { LEGAL_NOTICE } from '../../copy/legal-notice.ts';
import { HeadTags, type PageMeta } from '@leadping/web-kit/site/head-tags.tsx';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { useTaxMode } from '@leadping/web-kit/site/tax-note.tsx';
import reading from '../page/reading.module.css';
import { SideIndex } from '../page/side-index.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { usePromises } from '../page/use-promises.ts';
import { PromiseFacts } from './promise-facts.tsx';

interface LegalPageProps {
  text: LegalText;
  meta: PageMeta;
  /** Whether the page names the seller, and what a reseller promises. */
  hasSeller?: boolean;
}

export function LegalPage({ text, meta, hasSeller = false }: LegalPageProps) {
  const isTenantPage = useIsTenantPage();
  const seller = [{ id: 'seller', title: LEGAL_NOTICE.seller }];
  return (
    <LegalLayout meta={meta} index={[...text.sections, ...(hasSeller ? seller : [])]}>
      <h1 className={reading.title}>{text.title}</h1>
      <p className={reading.dated}>{text.dated}</p>
      <p className={reading.intro}>{text.intro}</p>
      {text.sections.map(({ id, title, paragraphs, list, link, hasPrices, refunds }) => (
        <LegalSection key={id} id={id} title={title}>
          {hasPrices && <Prices />}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {list && (
            <ul className={reading.list}>
              {list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
          {link && (
            <p>
              <Link to={link.to}>{link.text}</Link>
            </p>
          )}
          {refunds && <Refunds own={refunds} />}
        </LegalSection>
      ))}
      {hasSeller && (
        <LegalSection id="seller" title={LEGAL_NOTICE.seller}>
          <SellerFacts />
          {isTenantPage && <PromiseFacts />}
        </LegalSection>
      )}
      <p className={reading.end}>
        <Link to="/support">Open the Support Center</Link>
      </p>
    </LegalLayout>
  );
}

function Prices() {
  const mode = useTaxMode();
  return <p data-fill="taxTerms">{mode && TAX_TEXTS[mode].terms}</p>;
}

function Refunds({ own }: { own: string }) {
  const { promises, ifResellers } = usePromises();
  if (!useIsTenantPage()) return <p>{own}</p>;
  return (
    <p>
      <span {...ifResellers({ 'data-fill': 'refund' })}>{promises?.refund}</span> {LEGAL_NOTICE.refunds}
    </p>
  );
}

interface LegalLayoutProps {
  meta: PageMeta;
  index: readonly { id: string; title: string }[];
  children: ReactNode;
}

export function LegalLayout({ meta, index, children }: LegalLayoutProps) {
  return (
    <div className={layout.page}>
      <HeadTags meta={meta} />
      <PlainHeader />
      <div className={`${layout.wrap} ${reading.columns}`}>
        <SideIndex entries={index} />
        <main id="content" className={reading.text}>
          {children}
        </main>
      </div>
      <SiteFooter />
    </div>
  );
}

export function LegalSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={reading.section}>
      <h2 id={`${id}-title`} className={reading.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
