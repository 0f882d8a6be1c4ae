import type { SalesPage } from '@leadping/contracts/commerce/sales-page';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { Field, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { savePage } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import { AccentControl } from './accent-control.tsx';
import { QuestionsControl } from './questions-control.tsx';

/** An empty field of color means the platform's own, an entry with nothing in it is not sent. */
const asSent = ({ accentColor, questions, ...contact }: SalesPage): SalesPage => ({
  ...contact,
  accentColor: accentColor?.trim() || null,
  questions: questions.filter(({ question, answer }) => question.trim() || answer.trim()),
});

export function PageForm() {
  const { salesPage } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onFailure = useFailureToast('Update Failed', 'Failed to update the sales page');
  const save = useWrite(savePage, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Sales Page Updated', tone: 'success' });
    },
    onError: onFailure,
  });
  return (
    <UnsavedForm isSaving={save.isPending}>
      <ContractForm<SalesPage>
        label="Color, questions and contact"
        schema={() => import('../../schemas.ts').then(({ saveSalesPage }) => saveSalesPage.body)}
        initial={salesPage}
        asSent={asSent}
        error={save.error}
        onSubmit={(values, reset) => save.mutate({ body: asSent(values) }, { onSuccess: reset })}
      >
        {(_, isChanged) => (
          <>
            <Field
              name="accentColor"
              label="Color"
              hint="Used for buttons, links and your banner. Where text needs more contrast, we make it darker or lighter."
            >
              <AccentControl />
            </Field>
            <TextField
              name="contactEmail"
              label="Contact email"
              type="email"
              autoComplete="email"
              hint="Buyers see it beside the questions and at the foot of your page."
            />
            <TextField
              name="contactUrl"
              label="Contact link"
              type="url"
              placeholder="https://"
              hint="Your website, a booking page or a form."
            />
            <Field
              name="questions"
              label="Your questions"
              hint="Shown before the questions about the product."
            >
              <QuestionsControl />
            </Field>
            <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isChanged}>
              Save page
            </SubmitButton>
          </>
        )}
      </ContractForm>
    </UnsavedForm>
  );
}
