import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { CodeBlock } from '@leadping/web-kit/dashboard/code-block.tsx';
import { LabeledCopyButton } from '@leadping/web-kit/dashboard/labeled-copy-button.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Button } from '@leadping/web-kit/ui/core';
import { Input } from '@leadping/web-kit/ui/form';
import { Tabs } from '@leadping/web-kit/ui/menu';
import { ExternalLink } from 'lucide-react';
import { EmbeddingSitesForm } from './embedding-sites-form.tsx';
import styles from './integrate.module.css';
import { embedScript, iframeSnippet, pageUrl } from './snippets.ts';
import { WebhookApi } from './webhook-api.tsx';

/** Three ways to bring buyers to the page. */
export function Integrate({ reseller }: { reseller: CurrentReseller }) {
  return (
    <Panel title="Integrate Your Page" text="Share the link, put the page into your site, or sell elsewhere.">
      <Tabs
        className={styles.tabs}
        tabBarGutter={20}
        items={[
          { key: 'link', label: 'Direct Link', children: <DirectLink reseller={reseller} /> },
          { key: 'embed', label: 'Embed Code', children: <EmbedCode reseller={reseller} /> },
          { key: 'api', label: 'Webhook API', children: <WebhookApi reseller={reseller} /> },
        ]}
      />
    </Panel>
  );
}

function DirectLink({ reseller }: { reseller: CurrentReseller }) {
  const url = pageUrl(reseller);
  return (
    <div className={styles.part}>
      <p>Send it to anyone: your name, your price, your payment account.</p>
      <div className={styles.link}>
        <Input
          readOnly
          aria-label="Link of your sales page"
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <LabeledCopyButton text={url} label="Copy link" />
        <Button
          href={url}
          target="_blank"
          rel="noopener"
          icon={<ExternalLink size={16} />}
          aria-label="Open in new tab"
          title="Open in new tab"
        />
      </div>
    </div>
  );
}

function EmbedCode({ reseller }: { reseller: CurrentReseller }) {
  return (
    <div className={styles.part}>
      <p>Paste the frame where your page should appear. Works with WordPress, Wix, Webflow and plain HTML.</p>
      <CodeBlock label="iframe" code={iframeSnippet(reseller)} />
      <p>
        Add the script once below it: the frame then takes the height that it needs, buyers get to the payment
        page, and a discount code in your page’s own address (<code>?code=</code>) applies in the frame.
      </p>
      <CodeBlock label="Responsive script" code={embedScript()} />
      <div className={styles.sites}>
        <EmbeddingSitesForm />
      </div>
    </div>
  );
}
