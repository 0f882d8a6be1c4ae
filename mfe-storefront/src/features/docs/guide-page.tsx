import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { HeadTags } from '@leadping/web-kit/site/head-tags.tsx';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import type { ReactElement } from 'react';
import reading from '../page/reading.module.css';
import { SideIndex } from '../page/side-index.tsx';
import styles from './guide-page.module.css';
import type { PartProps } from './part.tsx';
// All guides import the same styles in the same order, so that they share one file.
import './anchored-heading.module.css';
import './part.module.css';
import './fact-table.module.css';
import './pictures.module.css';
import '../page/code-block.module.css';
import '../page/copy-button.module.css';
import '../page/extension-picture.module.css';

interface GuidePageProps {
  guide: {
    slug: string;
    title: string;
    summary: string;
    /** The documentation of the tool that receives the captures, if the guide is about one. */
    apiDocs?: { title: string; href: string };
    related: readonly { slug: string; title: string }[];
  };
  /** In recipe order, which the build checks. */
  children: readonly ReactElement<PartProps>[];
}

/** The page of a guide, generated from its file in `guides/docs`. */
export function GuidePage({ guide, children }: GuidePageProps) {
  const { slug, title, summary, apiDocs, related } = guide;
  const heading = apiDocs ? `${BRAND.name} with ${title}` : title;
  const steps = children.filter(({ props }) => props.step);
  const firstStep = children.findIndex(({ props }) => props.step);
  return (
    <div className={layout.page}>
      <HeadTags
        meta={{
          title: `${heading}: ${BRAND.name} documentation`,
          description: summary,
          path: `/docs/${slug}`,
        }}
      />
      <PlainHeader />
      <div className={`${layout.wrap} ${reading.columns}`}>
        <SideIndex
          entries={children.map(({ props }) => ({
            id: props.id,
            title: props.step ? `${props.step}. ${props.title}` : props.title,
          }))}
        />
        <main id="content" className={reading.text}>
          <p className={styles.place}>Documentation</p>
          <h1 className={reading.title}>{heading}</h1>
          <p className={reading.intro}>{summary}</p>
          {apiDocs && <InShort tool={title} />}
          {children.slice(0, firstStep)}
          <ol className={styles.steps}>{steps}</ol>
          {children.slice(firstStep + steps.length)}
          <nav aria-labelledby="related-title" className={reading.end}>
            <h2 id="related-title" className={reading.heading}>
              Read next
            </h2>
            <ul className={styles.related}>
              {related.map((next) => (
                <li key={next.slug}>
                  <Link to={`/docs/${next.slug}`}>{next.title}</Link>
                </li>
              ))}
            </ul>
            <ul className={styles.related}>
              <li>
                <Link to="/integrations">All integrations</Link>
              </li>
              {apiDocs && (
                <li>
                  <a href={apiDocs.href} rel="noopener noreferrer" target="_blank">
                    {apiDocs.title}
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

function InShort({ tool }: { tool: string }) {
  return (
    <ol className={styles.short} aria-label="In short">
      <li>Get a webhook URL from {tool}.</li>
      <li>Paste it into the extension.</li>
      <li>Click Ping to send the profile.</li>
    </ol>
  );
}
