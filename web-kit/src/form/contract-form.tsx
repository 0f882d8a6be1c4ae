import type { ErrorCode } from '@leadping/contracts/errors';
import type { ToastInput } from '@leadping/contracts/remote';
import { useToast } from '@leadping/web-kit/shell';
import { Form } from '@leadping/web-kit/ui/form';
import { type ReactNode, use, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import styles from './form.module.css';
import { FormChanges } from './form-changes.ts';
import { FormContext } from './form-context.ts';
import {
  type FieldFacts,
  factsOf,
  type Faults,
  faultsOf,
  isBlank,
  type LoadSchema,
  loadSchema,
  REQUIRED,
} from './schema-check.ts';
import { useKept } from './use-kept.ts';
import { useTakeOver } from './use-take-over.ts';

type Values = Record<string, unknown>;

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
  /** The error of the last call. Its field errors are shown at the fields. */
  error?: Error | null;
  /** Called only with valid values, as typed. */
  onSubmit: (values: V, reset: () => void) => void;
  onChange?: (values: V) => void;
  children: ReactNode | ((values: V, isChanged: boolean) => ReactNode);
}

/** The server's form of the values, for comparison. */
const textOf = (values: Values) =>
  JSON.stringify(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** Maximum wait for the schema in ms. */
const SCHEMA_WAIT_MS = 3000;

const MISSING: ToastInput = { title: 'Please fill in all required fields' };

const FIELDS_OF_CODE: Partial<Record<ErrorCode, readonly string[]>> = {
  EMAIL_TAKEN: ['email'],
  USERNAME_TAKEN: ['username'],
  CURRENT_PASSWORD_WRONG: ['currentPassword'],
  PASSWORD_TOO_COMMON: ['newPassword', 'password'],
  PRICE_TOO_LOW: ['productPrice'],
  WEBHOOK_URL_REFUSED: ['orderWebhookUrl', 'adminWebhookUrl'],
};

function faultsOfFailure(error: Error | null | undefined, names: readonly string[]): Faults {
  if (!(error instanceof ApiError)) return {};
  const byCode = (error.code && FIELDS_OF_CODE[error.code])?.find((name) => names.includes(name));
  const named = error.fields.map(({ path, message }): [string, string] => [
    path.split('.').find((part) => names.includes(part)) ?? '',
    message,
  ]);
  return Object.fromEntries([
    ...(byCode ? [[byCode, error.message]] : []),
    ...named.filter(([name]) => name),
  ]);
}

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
  onSubmit,
  onChange,
  children,
}: ContractFormProps<V>) {
  const toast = useToast();
  const id = useId();
  const [form] = Form.useForm<V>();
  const [facts, setFacts] = useState<Record<string, FieldFacts>>({});
  const [values, setValues] = useState(initial);
  const schema = useRef<ReturnType<typeof loadSchema>>(undefined);
  const isChecking = useRef(false);
  const names = Object.keys(initial) as (keyof V & string)[];

  const reportChanges = use(FormChanges);
  const isChanged = textOf(asSent(values)) !== textOf(asSent(initial));
  useEffect(() => {
    reportChanges?.(isChanged);
    return () => reportChanges?.(false);
  }, [reportChanges, isChanged]);

  const typed = useKept(label, initial, isChanged ? values : undefined) ?? draft;
  useLayoutEffect(() => {
    if (!typed) return;
    form.setFieldsValue(typed as never);
    setValues(typed);
    onChange?.(typed);
    // Runs only when the form appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  /** If the schema does not load, the server still validates. */
  const bring = () => (schema.current ??= loadSchema(load));
  useEffect(() => {
    let isHere = true;
    bring().then(
      (loaded) => isHere && setFacts(factsOf(loaded)),
      () => (schema.current = undefined),
    );
    return () => {
      isHere = false;
    };
    // A form's schema never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const show = (faults: Faults) => {
    form.setFields(
      names.map((name) => ({ name: name as never, errors: faults[name] ? [faults[name]] : [] })),
    );
    const first = names.find((name) => faults[name]);
    if (first) form.getFieldInstance(first as never)?.focus?.();
    return first;
  };

  // A layout effect, because a key pressed between rendering and focus would be lost.
  useLayoutEffect(() => {
    if (focused) form.getFieldInstance(focused as never)?.focus?.();
    // Runs only when the form appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const faults = faultsOfFailure(error, names);
    if (Object.keys(faults).length > 0) show(faults);
    // Runs only for a new error.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  const findFaults = async (current: V): Promise<Faults> => {
    const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, SCHEMA_WAIT_MS));
    const loaded = await Promise.race([bring().catch(() => (schema.current = undefined)), tooLong]);
    const empty = required.filter((name) => isBlank(current[name]));
    const own = Object.entries(check?.(current) ?? {}).flatMap(([name, text]) =>
      text ? [[name, text]] : [],
    );
    return {
      ...Object.fromEntries(own),
      ...faultsOf(loaded, asSent(current)),
      ...Object.fromEntries(empty.map((name) => [name, REQUIRED])),
    };
  };

  const replaceSent = useTakeOver(form, initial, (current) => {
    setValues(current);
    onChange?.(current);
  });

  const submit = async () => {
    if (isChecking.current) return;
    isChecking.current = true;
    // Hidden fields keep their initial values.
    const current = { ...initial, ...form.getFieldsValue() };
    const faults = await findFaults(current);
    isChecking.current = false;
    const first = show(faults);
    if (!first) {
      onSubmit(current, () => replaceSent(current));
      return;
    }
    const isMissing = Object.values(faults).includes(REQUIRED);
    toast({ tone: 'destructive', ...(isMissing ? missing : { title: faults[first] ?? '' }) });
  };

  /** Removes errors as soon as they are fixed, but adds none while the user is typing. */
  const recheck = async (current: V) => {
    const marked = names.filter((name) => form.getFieldError(name as never).length > 0);
    if (marked.length === 0) return;
    const faults = await findFaults(current);
    form.setFields(
      marked.map((name) => ({ name: name as never, errors: faults[name] ? [faults[name]] : [] })),
    );
  };

  const context = useMemo(
    () => ({
      factsOf: (name: string): FieldFacts => ({
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
          setValues(current);
          onChange?.(current);
          void recheck(current);
        }}
        onFinish={() => void submit()}
      >
        {typeof children === 'function' ? children(values, isChanged) : children}
      </Form>
    </FormContext>
  );
}
