import { Icon, ICONS } from '@leadping/web-kit/page/icon.tsx';
import { useState } from 'react';
import { Link } from '@leadping/web-kit/router';
import { QUESTIONS } from '../../copy/faq.ts';
import layout from '@leadping/web-kit/page/layout.module.css';
import { TenantContacts } from '@leadping/web-kit/site/tenant-contacts.tsx';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';
import { usePromises } from '../page/use-promises.ts';
import styles from './faq.module.css';

const OWN_OFFERS: ReadonlySet<string> = new Set(['resell', 'trial']);

export function Faq() {
  // Hide the platform's own offers from a reseller's visitors.
  const isTenantPage = useIsTenantPage();
  const ours = QUESTIONS.filter(({ id }) => !(isTenantPage && OWN_OFFERS.has(id)));
  const { promises, ifResellers } = usePromises();
  const theirs = useTenant()?.salesPage.questions ?? [];
  const questions = [
    ...theirs.map((entry, index) => ({
      ...entry,
      id: `own-${index}`,
      list: 'question',
      fill: {},
      link: undefined,
    })),
    ...ours.map((entry) =>
      entry.id === 'refund'
        ? {
            ...entry,
            answer: promises?.refund,
            list: undefined,
            fill: ifResellers({ 'data-fill': 'refund' }),
          }
        : { ...entry, list: undefined, fill: {} },
    ),
  ];
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <section id="faq" aria-labelledby="faq-title" className={`${layout.section} ${styles.section}`}>
      <div className={`${layout.wrap} ${styles.split}`}>
        <div className={styles.intro}>
          <h2 id="faq-title" className={layout.title}>
            Fair questions
          </h2>
          <p className={layout.lead}>
            Something else? The <Link to="/support">Support Center</Link> has every guide, and people who
            answer.
          </p>
          {isTenantPage && <TenantContacts className={styles.contacts} />}
        </div>
        <div>
          {questions.map(({ id, question, answer, link, list, fill }) => {
            const open = id === openId;
            return (
              <div key={id} data-list={list} className={styles.item}>
                <h3 className={styles.heading}>
                  <button
                    type="button"
                    id={`faq-${id}`}
                    className={styles.question}
                    aria-expanded={open}
                    aria-controls={`faq-${id}-answer`}
                    onClick={() => setOpenId(open ? null : id)}
                  >
                    {question}
                    <Icon path={ICONS.chevron} size={22} className={open ? styles.turned : styles.chevron} />
                  </button>
                </h3>
                {/* Closed answers stay in the page, so that search engines and find-in-page can read them. */}
                <section
                  id={`faq-${id}-answer`}
                  aria-labelledby={`faq-${id}`}
                  className={styles.answer}
                  hidden={!open}
                >
                  <p {...fill}>{answer}</p>
                  {link && (
                    <p>
                      <Link to={link.to}>{link.text}</Link>
                    </p>
                  )}
                </section>
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
