import type { ToastInput } from '@leadping/contracts/remote';
import { useToast } from '@leadping/web-kit/shell';
import { Form } from '@leadping/web-kit/ui/form';
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { findFaults, REQUIRED } from './check-values.ts';
import { fieldErrors } from './field-errors.ts';
import styles from './form.module.css';
import { FormContext } from './form-context.ts';
import type { Values } from './form-instance.ts';
import type { FieldFacts, LoadSchema } from './schema-facts.ts';
import { findServerFaults } from './server-faults.ts';
import { useFormSchema } from './use-form-schema.ts';
import { useFormValues } from './use-form-values.ts';

interface ContractFormProps<V extends Values> {
  label: string;
  /** The contract's own schema, loaded in parallel to the page. */
  schema: LoadSchema;
  /** The stored values. When they change, the form shows them, except in edited fields. */
  initial: V;
  /** Unsaved input of an earlier form, with which this form starts. */
  draft?: V | undefined;
  /** The field to focus, because the user was typing there before hydration. */
  focused?: keyof V & string;
  /** Fields that are required although the contract allows them to be empty or does not know them. */
  required?: readonly (keyof V & string)[];
  /** Checks beyond the contract, for example that two fields are equal. */
  check?: (values: V) => Partial<Record<string, string>>;
  /**
   * Converts the input to the sent values. Validation and unsaved changes refer to the result. Also called with
   * incomplete input.
   */
  asSent?: (values: V) => Record<string, unknown>;
  /** The notice if a required field is empty. */
  missing?: ToastInput;
  /** The error of the last call. Its message is shown at the field that the reply names. */
  error?: Error | null;
  /** Fields by the name that a route uses for them, if it differs. */
  aliases?: Record<string, keyof V & string>;
  /** Called only with valid values, as typed. */
  onSubmit: (values: V, reset: () => void) => void;
  onChange?: (values: V) => void;
  children: ReactNode | ((values: V, isChanged: boolean) => ReactNode);
}

const MISSING: ToastInput = { title: 'Please fill in all required fields' };

/** Marks the optional fields, because most fields are required. */
const markOptional = (text: ReactNode, { required }: { required: boolean }) => (
  <>
    {text} {!required && <span className={styles.optional}>optional</span>}
  </>
);

/**
 * A form whose rules, lengths and messages come from the contract. Errors appear at their fields and in the
 * notice, and the first invalid field gets the focus.
 */
export function ContractForm<V extends Values>({
  label,
  schema: load,
  initial,
  draft,
  focused,
  required = [],
  check,
  asSent = (values) => values,
  missing = MISSING,
  error,
  aliases,
  onSubmit,
  onChange,
  children,
}: ContractFormProps<V>) {
  const toast = useToast();
  const id = useId();
  const [form] = Form.useForm<V>();
  const isChecking = useRef(false);
  const names = Object.keys(initial);
  const errors = fieldErrors(form, names);
  const { facts, waitForSchema } = useFormSchema(load);
  const { values, isChanged, change, replaceSent } = useFormValues(form, {
    label,
    initial,
    draft,
    asSent,
    onChange,
  });
  const validate = async (current: V) =>
    findFaults(await waitForSchema(), current, { required, check, asSent });

  // A layout effect, because a key pressed between rendering and focus would be lost.
  useLayoutEffect(() => {
    if (focused) errors.focus(focused);
    // Runs only when the form appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const faults = findServerFaults(error, names, aliases);
    if (Object.keys(faults).length > 0) errors.show(faults);
    // Runs only for a new error.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  const submit = async () => {
    if (isChecking.current) return;
    isChecking.current = true;
    // Hidden fields keep their initial values.
    const current = { ...initial, ...form.getFieldsValue() };
    const faults = await validate(current);
    isChecking.current = false;
    const first = errors.show(faults);
    if (!first) {
      onSubmit(current, () => replaceSent(current));
      return;
    }
    const isMissing = Object.values(faults).includes(REQUIRED);
    toast({ tone: 'destructive', ...(isMissing ? missing : { title: faults[first] ?? '' }) });
  };

  /** Removes errors as soon as they are fixed, but adds none while the user is typing. */
  const recheck = async (current: V) => {
    const marked = errors.marked();
    if (marked.length > 0) errors.update(marked, await validate(current));
  };

  const context = useMemo(
    () => ({
      findFacts: (name: string): FieldFacts => ({
        maxLength: facts[name]?.maxLength,
        required: required.includes(name) || (facts[name]?.required ?? false),
      }),
      isReady: Object.keys(facts).length > 0,
    }),
    // The list of required fields never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [facts],
  );

  return (
    <FormContext value={context}>
      <Form
        form={form}
        name={id}
        layout="vertical"
        colon={false}
        className={styles.form}
        aria-label={label}
        noValidate
        initialValues={initial}
        requiredMark={context.isReady ? markOptional : false}
        onValuesChange={(_, changed: V) => {
          const current = { ...initial, ...changed };
          change(current);
          void recheck(current);
        }}
        onFinish={() => void submit()}
      >
        {typeof children === 'function' ? children(values, isChanged) : children}
      </Form>
    </FormContext>
  );
}
