import { MAX_EMBEDDING_SITES } from '@leadping/contracts/commerce/sales-page-limits';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { Field, SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Input } from '@leadping/web-kit/ui/form';
import { saveSites } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';

/** One a line; empty lines are not sent. */
const asSent = ({ embeddingSites }: { embeddingSites: string }) => ({
  embeddingSites: embeddingSites
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
});

export function EmbeddingSitesForm() {
  const { embeddingSites = [] } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the sites');
  const save = useWrite(saveSites, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Sites Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm
        label="Sites that embed your page"
        schema={() => import('../../schemas.ts').then(({ saveEmbeddingSites }) => saveEmbeddingSites.body)}
        initial={{ embeddingSites: embeddingSites.join('\n') }}
        asSent={asSent}
        error={save.error}
        onSubmit={(values, reset) => save.mutate({ body: asSent(values) }, { onSuccess: reset })}
      >
        {(_, isChanged) => (
          <>
            <Field
              name="embeddingSites"
              label="Sites that embed your page"
              required={false}
              hint={`One address per line, ${MAX_EMBEDDING_SITES} at most. Buyers who leave the payment page return straight to a site listed here. For any other site, they first see a page of ours that names it.`}
            >
              <Input.TextArea
                className={form.mono}
                rows={4}
                autoComplete="off"
                autoCapitalize="none"
                inputMode="url"
                spellCheck={false}
                placeholder="https://www.example.com"
              />
            </Field>
            <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isChanged}>
              Save sites
            </SubmitButton>
          </>
        )}
      </ContractForm>
    </UnsavedForm>
  );
}
