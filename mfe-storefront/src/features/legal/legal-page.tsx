import { Link } from '@leadping/web-kit/router';
import type { LegalText } from '../../copy/legal.ts';
import { HeadTags, type PageMeta } from '@leadping/web-kit/site/head-tags.tsx';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import reading from '../page/reading.module.css';
import { SideIndex } from '../page/side-index.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';

export function LegalPage({ text, meta }: { text: LegalText; meta: PageMeta }) {
  return (
    <div className={layout.page}>
      <HeadTags meta={meta} />
      <PlainHeader />
      <div className={`${layout.wrap} ${reading.columns}`}>
        <SideIndex entries={text.sections} />
        <main id="content" className={reading.text}>
          <h1 className={reading.title}>{text.title}</h1>
          <p className={reading.dated}>{text.dated}</p>
          <p className={reading.intro}>{text.intro}</p>
          {text.sections.map(({ id, title, paragraphs, list }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className={reading.section}>
              <h2 id={`${id}-title`} className={reading.heading}>
                {title}
              </h2>
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
            </section>
          ))}
          <p className={reading.end}>
            <Link to="/support">Open the Support Center</Link>
          </p>
        </main>
      </div>
      <SiteFooter />
    </div>
  );
}
