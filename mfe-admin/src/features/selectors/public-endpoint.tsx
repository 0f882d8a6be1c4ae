import { CodeBlock } from '@leadping/web-kit/dashboard/code-block.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { getPublicSelectors } from './endpoints.ts';
import styles from './selectors.module.css';

/** Shows the endpoint that the extension reads. */
export function PublicEndpoint() {
  const url = location.origin + getPublicSelectors.path;
  return (
    <Panel
      title="Public endpoint"
      text="The extension reads the published version here. It’s public and contains no secrets."
    >
      <div className={styles.blocks}>
        <CodeBlock label="Endpoint" code={`GET ${url}`} />
        <CodeBlock
          label="Usage example"
          code={[
            `const reply = await fetch('${url}');`,
            'const { selectors } = await reply.json();',
            'const { profile, contact } = JSON.parse(selectors);',
          ].join('\n')}
        />
      </div>
    </Panel>
  );
}
