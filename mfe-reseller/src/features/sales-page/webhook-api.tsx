import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { CodeBlock } from '@leadping/web-kit/dashboard/code-block.tsx';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { NewSecret } from '@leadping/web-kit/dashboard/masked-secret.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { Button } from '@leadping/web-kit/ui/core';
import { dayText } from '@leadping/web-kit/page/dates.ts';
import { useState } from 'react';
import { readApiSecret, renewApiSecret } from '../../endpoints.ts';
import { QuotaNote } from '../licenses/quota-note.tsx';
import styles from './integrate.module.css';
import { curlSnippet, licenseEndpoint, SAMPLE_RESPONSE, sampleBody } from './snippets.ts';

/** For those who are paid elsewhere: their own system creates the licenses. */
export function WebhookApi({ reseller }: { reseller: CurrentReseller }) {
  return (
    <div className={styles.part}>
      <p>
        Do you sell through a shop or a funnel of your own? Let it create a license for each customer; we
        email the key.
      </p>
      <div className={styles.endpoint}>
        <code>POST {licenseEndpoint()}</code>
        <CopyButton text={licenseEndpoint()} label="Copy endpoint" />
      </div>
      <div className={styles.pair}>
        <CodeBlock label="Request body" code={sampleBody(reseller)} />
        <CodeBlock label="Response" code={SAMPLE_RESPONSE} />
      </div>
      <CodeBlock label="Try it with curl" code={curlSnippet(reseller)} />
      <Secret />
      <QuotaNote />
    </div>
  );
}

function Secret() {
  const state = useQuery(reading(readApiSecret));
  const onFailure = useFailureToast('Update Failed', 'Failed to create the secret');
  const renew = useWrite(renewApiSecret, { invalidates: [readApiSecret], onError: onFailure });
  const [isAsking, setIsAsking] = useState(false);
  const isSet = state.data?.isSet ?? false;
  return (
    <div className={styles.secret}>
      <div>
        <h3>Secret</h3>
        <p>
          Send it as <code>Authorization: Bearer</code>. {stateText(state)}
        </p>
      </div>
      {state.isError && !state.data && <Button onClick={() => void state.refetch()}>Try again</Button>}
      {renew.data && (
        <>
          <NewSecret secret={renew.data.secret} label="secret" />
          <p role="status">Copy it now: it is shown this once.</p>
        </>
      )}
      <Button
        loading={renew.isPending}
        // Without knowing of the current one it would end it unasked.
        disabled={!state.data}
        onClick={() => (isSet ? setIsAsking(true) : renew.mutate(undefined))}
      >
        {isSet ? 'Create a new secret' : 'Create secret'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Create a new secret?"
        confirmLabel="Create new secret"
        onConfirm={() => {
          setIsAsking(false);
          renew.mutate(undefined);
        }}
        onCancel={() => setIsAsking(false)}
      >
        The current secret ending in {state.data?.hint} stops working at once. Systems that use it create no
        licenses until they have the new one.
      </ConfirmDialog>
    </div>
  );
}

interface SecretState {
  data?: { isSet: boolean; hint: string | null; createdAt: string | null } | undefined;
  isError: boolean;
}

function stateText({ data, isError }: SecretState): string {
  if (isError) return 'We could not look up your current secret.';
  if (!data) return '';
  if (!data.isSet) return 'You have none yet.';
  const since = data.createdAt ? `, created ${dayText(data.createdAt)}` : '';
  return `Yours ends in ${data.hint ?? ''}${since}.`;
}
