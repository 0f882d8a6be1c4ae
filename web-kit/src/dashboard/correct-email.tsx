import { useToast } from '@leadping/web-kit/shell';
import type { Callable, InputArgument } from '../api/call.ts';
import { useWrite } from '../api/hooks.ts';
import { ContractForm } from '../form/contract-form.tsx';
import { SubmitButton, TextField } from '../form/fields.tsx';
import type { LoadSchema } from '../form/schema-check.ts';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { FormDialog } from './form-dialog.tsx';
import { useLast } from './use-last.ts';

interface CorrectEmailProps<T extends Callable> {
  /** The address as it is, empty where there is none; undefined while the dialog is closed. */
  email: string | undefined;
  /** What is emailed to the right one; null where nothing is, as of an order that is not paid or was refunded. */
  sends?: string | null;
  /** Takes the address of what has this id. */
  route: T;
  id: string;
  /** What the contract calls the address. */
  name: string;
  schema: LoadSchema;
  invalidates: readonly Callable[];
  onClose: () => void;
}

interface Input {
  params: { id: string };
  body: Record<string, string>;
}

const TITLE = 'Correct Customer Email';

/** Takes the address that a customer has; what they bought is sent there. Needs a `UiProvider` around it. */
export function CorrectEmail<T extends Callable>({ email, ...form }: CorrectEmailProps<T>) {
  const shown = useLast(email);
  return (
    <FormDialog isOpen={email !== undefined} title={TITLE} onClose={form.onClose}>
      {shown !== undefined && <EmailForm email={shown} {...form} />}
    </FormDialog>
  );
}

function EmailForm<T extends Callable>({
  email: initial = '',
  sends = 'license key',
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
      // With the id, by which the form knows what was typed for this one: of two without an address both begin empty.
      label={`${TITLE} of ${id}`}
      schema={schema}
      initial={{ [name]: initial }}
      required={[name]}
      error={save.error}
      onSubmit={(body) => save.mutate({ params: { id }, body } satisfies Input as InputArgument<T>[0])}
    >
      <TextField
        name={name}
        label="Customer email"
        type="email"
        autoComplete="off"
        hint={sends === null ? 'Nothing is emailed to it now.' : `The ${sends} is sent to this address.`}
      />
      <SubmitButton isBusy={save.isPending} busy="Saving">
        Correct Email
      </SubmitButton>
    </ContractForm>
  );
}
