import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { GUIDE_TITLES } from '../../copy/guides.ts';
import { HeadTags } from '@leadping/web-kit/site/head-tags.tsx';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import reading from '../page/reading.module.css';
import { SideIndex } from '../page/side-index.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { AnchoredHeading } from './anchored-heading.tsx';
import type { Guide, GuideSection } from './guide.ts';
import styles from './guide-page.module.css';
import { GuideSteps } from './guide-steps.tsx';

export function GuidePage({ guide }: { guide: Guide }) {
  const { tool, needsTitle = 'What you need' } = guide;
  return (
    <div className={layout.page}>
      <HeadTags
        meta={{
          title: `${guide.title}: ${BRAND.name} documentation`,
          description: guide.outcome,
          path: `/docs/${guide.slug}`,
        }}
      />
      <PlainHeader />
      <div className={`${layout.wrap} ${reading.columns}`}>
        <SideIndex entries={indexOf(guide, needsTitle)} />
        <main id="content" className={reading.text}>
          <p className={styles.place}>Documentation</p>
          <h1 className={reading.title}>{guide.title}</h1>
          <p className={reading.intro}>{guide.outcome}</p>
          {tool && <InShort tool={tool.name} />}
          <section id="needs" className={reading.section}>
            <AnchoredHeading id="needs" title={needsTitle} />
            <ul className={reading.list}>
              {guide.needs.map((need, index) => (
                // The list is written by hand and never changes its order.
                <li key={index}>{need}</li>
              ))}
            </ul>
          </section>
          <Sections sections={guide.before} />
          <GuideSteps steps={guide.steps} />
          <section id="check" className={`${reading.section} ${styles.check}`}>
            <AnchoredHeading id="check" title="Check that it worked" />
            <div>{guide.check}</div>
          </section>
          <Sections sections={guide.after} />
          <section id="troubleshooting" className={reading.section}>
            <AnchoredHeading id="troubleshooting" title="Troubleshooting" />
            <dl className={styles.troubles}>
              {guide.troubles.map(({ problem, answer }) => (
                <div key={problem}>
                  <dt>{problem}</dt>
                  <dd>{answer}</dd>
                </div>
              ))}
            </dl>
          </section>
          <nav aria-labelledby="related-title" className={reading.end}>
            <h2 id="related-title" className={reading.heading}>
              Read next
            </h2>
            <ul className={styles.related}>
              {guide.related.map((slug) => (
                <li key={slug}>
                  <Link to={`/docs/${slug}`}>{GUIDE_TITLES[slug]}</Link>
                </li>
              ))}
            </ul>
            <ul className={styles.related}>
              <li>
                <Link to="/integrations">All integrations</Link>
              </li>
              {tool && (
                <li>
                  <a href={tool.apiDocs.href} rel="noopener noreferrer" target="_blank">
                    {tool.apiDocs.title}
                  </a>
                </li>
              )}
              <li>
                <Link to="/support">Contact support</Link>
              </li>
            </ul>
          </nav>
        </main>
      </div>
      <SiteFooter />
    </div>
  );
}

/** The whole of an integration in one breath, for those who have done one before. */
function InShort({ tool }: { tool: string }) {
  return (
    <ol className={styles.short} aria-label="In short">
      <li>Get a webhook URL from {tool}.</li>
      <li>Paste it into the extension.</li>
      <li>Click Ping to send the profile.</li>
    </ol>
  );
}

function Sections({ sections = [] }: { sections?: readonly GuideSection[] | undefined }) {
  return sections.map(({ id, title, body }) => (
    <section key={id} id={id} className={reading.section}>
      <AnchoredHeading id={id} title={title} />
      {body}
    </section>
  ));
}

function indexOf({ before = [], steps, after = [] }: Guide, needsTitle: string) {
  return [
    { id: 'needs', title: needsTitle },
    ...before,
    ...steps.map(({ id, title }, index) => ({ id, title: `${index + 1}. ${title}` })),
    { id: 'check', title: 'Check that it worked' },
    ...after,
    { id: 'troubleshooting', title: 'Troubleshooting' },
  ];
}
