import { useToast } from '@leadping/web-kit/shell';
import type { Callable, InputArgument } from '../api/call.ts';
import { useWrite } from '../api/hooks.ts';
import { ContractForm } from '../form/contract-form.tsx';
import { SubmitButton, TextField } from '../form/fields.tsx';
import type { LoadSchema } from '../form/schema-facts.ts';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { FormDialog } from './form-dialog.tsx';
import { useLast } from './use-last.ts';

interface CorrectEmailProps<T extends Callable> {
  /** The current address. Empty if the record has no address, undefined while the dialog is closed. */
  email: string | undefined;
  /**
   * The item emailed to the corrected address. Null if nothing is sent, for example for an unpaid or refunded
   * order.
   */
  sends?: string | null;
  /** The route that changes the address by id. */
  route: T;
  id: string;
  name: string;
  schema: LoadSchema;
  invalidates: readonly Callable[];
  onClose: () => void;
}

interface Input {
  params: { id: string };
  body: Record<string, string>;
}

const LICENSE_KEY = 'license key';
const TITLE = 'Correct Customer Email';

/** Corrects a customer's email address. Their purchase is sent there. Needs a `UiProvider` around it. */
export function CorrectEmail<T extends Callable>({ email, ...form }: CorrectEmailProps<T>) {
  const shown = useLast(email);
  return (
    <FormDialog isOpen={email !== undefined} title={TITLE} onClose={form.onClose}>
      {shown !== undefined && <EmailForm email={shown} {...form} />}
    </FormDialog>
  );
}

function hintFor(sends: string | null): string {
  if (sends === null) return 'Nothing is emailed to it now.';
  const hint = `The ${sends} is sent to this address.`;
  return sends === LICENSE_KEY
    ? `${hint} A different address gets a new key, and all browsers are signed out.`
    : hint;
}

function EmailForm<T extends Callable>({
  email: initial = '',
  sends = LICENSE_KEY,
  route,
  id,
  name,
  schema,
  invalidates,
  onClose,
}: CorrectEmailProps<T>) {
  const toast = useToast();
  const onError = useFailureToast('Update Failed', 'Failed to correct the email address');
  const save = useWrite(route, {
    invalidates,
    onSuccess: (_, input) => {
      const email = (input as Input).body[name]?.trim();
      const description = sends === null ? `It is ${email} now` : `The ${sends} is sent to ${email}`;
      toast({ title: 'Email Corrected', description, tone: 'success' });
      onClose();
    },
    onError,
  });
  return (
    <ContractForm
      // Includes the id, so that forms of different records keep separate drafts even if both have no address.
      label={`${TITLE} of ${id}`}
      schema={schema}
      initial={{ [name]: initial }}
      required={[name]}
      error={save.error}
      onSubmit={(body) => save.mutate({ params: { id }, body } satisfies Input as InputArgument<T>[0])}
    >
      <TextField name={name} label="Customer email" type="email" autoComplete="off" hint={hintFor(sends)} />
      <SubmitButton isBusy={save.isPending} busy="Saving">
        Correct Email
      </SubmitButton>
    </ContractForm>
  );
}
