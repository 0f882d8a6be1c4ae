import { RESELLER_WEBHOOK as COPY } from '../../copy/reseller-program.ts';
import { CodeBlock } from '../page/code-block.tsx';
import { Section } from '../page/section.tsx';
import styles from './reseller-webhook.module.css';

export function ResellerWebhook() {
  return (
    <Section id="license-webhook" title={COPY.title} lead={COPY.lead}>
      <div className={styles.pair}>
        <CodeBlock title="Your request" code={COPY.request} />
        <CodeBlock title="Our response" code={COPY.response} />
      </div>
    </Section>
  );
}
