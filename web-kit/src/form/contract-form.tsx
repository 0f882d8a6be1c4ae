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
  /** The form's accessible name. */
  label: string;
  /** The contract's own schema; it loads beside the page and nothing of it is retyped. */
  schema: LoadSchema;
  /** What is stored. Where it changes the form shows that, but in fields in which something else was typed. */
  initial: V;
  /** What was typed into the form before and is not saved: it begins with that. */
  draft?: V | undefined;
  /** The field to continue in: somebody was typing there before the form came to life. */
  focused?: keyof V & string;
  /** Fields that must not be empty although the contract takes them so, or does not know them. */
  required?: readonly (keyof V & string)[];
  /** What the contract cannot see: that two fields differ. */
  check?: (values: V) => Partial<Record<string, string>>;
  /**
   * What is sent, where it differs from what is typed: the contract is held to this, and what changes it is unsaved. Asked
   * of half-typed values, too.
   */
  asSent?: (values: V) => Record<string, unknown>;
  /** The notice where a required field is empty. */
  missing?: ToastInput;
  /** The last call's failure: what it says of single fields is shown at them. */
  error?: Error | null;
  /** Only with values that keep every rule, as they were typed. */
  onSubmit: (values: V, reset: () => void) => void;
  onChange?: (values: V) => void;
  children: ReactNode | ((values: V, isChanged: boolean) => ReactNode);
}

/** What the server keeps of values, to compare them. */
const textOf = (values: Values) =>
  JSON.stringify(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** A contract that has not come by then is not waited for. */
const SCHEMA_WAIT_MS = 3000;

const MISSING: ToastInput = { title: 'Please fill in all required fields' };

/** The field that an error code is about. */
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

/** Most fields are required: the others say that they are not. */
const markOptional = (text: ReactNode, { required }: { required: boolean }) => (
  <>
    {text} {!required && <span className={styles.optional}>optional</span>}
  </>
);

/**
 * A form whose rules, lengths and messages are the contract's. A fault stands at its field, which is marked and gets the
 * focus if it is the first; the notice says it too.
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
    // Only when the form appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  /** Without it, where it does not load, the server's rules still hold. */
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
    // The schema of a form never changes.
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

  // In one with the form's appearance: a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    if (focused) form.getFieldInstance(focused as never)?.focus?.();
    // Only when the form appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const faults = faultsOfFailure(error, names);
    if (Object.keys(faults).length > 0) show(faults);
    // Only a new failure is shown.
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
    // Fields that are not on screen keep what the form began with.
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

  /** A fault goes as soon as it is mended; no new one appears while somebody types. */
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
