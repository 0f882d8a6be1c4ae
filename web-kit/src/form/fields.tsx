import { Form, Input } from '@leadping/web-kit/ui/form';
import { Button } from '@leadping/web-kit/ui/core';
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import styles from './form.module.css';
import { useFieldFacts } from './form-context.ts';
import { PasswordStrength } from './password-strength.tsx';

interface FieldProps {
  name: string;
  label: string;
  /** The rule or its reason, shown before an error. */
  hint?: ReactNode;
  /** The prop for the control's value, such as `checked` for a switch. */
  valueName?: string;
  /** Whether an empty text is an error. Defaults to the contract, which has no such rule for lists. */
  required?: boolean;
  /** One antd control. The field sets its value, id and status. */
  children: ReactElement;
}

export function Field({ name, label, hint, valueName = 'value', required, children }: FieldProps) {
  const facts = useFieldFacts(name);
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      required={required ?? facts.required}
      valuePropName={valueName}
    >
      {children}
    </Form.Item>
  );
}

interface TextFieldProps
  extends
    Omit<FieldProps, 'children' | 'valueName'>,
    Pick<
      ComponentProps<typeof Input>,
      | 'type'
      | 'autoComplete'
      | 'autoCapitalize'
      | 'spellCheck'
      | 'placeholder'
      | 'disabled'
      | 'autoFocus'
      | 'inputMode'
      | 'addonBefore'
      | 'prefix'
      | 'suffix'
    > {
  /** The number of rows, for multi-line text. */
  rows?: number;
  /** Monospaced, for keys and addresses. */
  mono?: boolean;
  onKeyDown?: ComponentProps<typeof Input.TextArea>['onKeyDown'];
}

export function TextField({
  name,
  label,
  hint,
  required,
  rows,
  mono = false,
  onKeyDown,
  ...input
}: TextFieldProps) {
  const { maxLength } = useFieldFacts(name);
  const shared = { maxLength, className: mono ? styles.mono : undefined, name };
  return (
    <Field name={name} label={label} hint={hint} required={required}>
      {rows ? (
        <Input.TextArea
          {...shared}
          rows={rows}
          placeholder={input.placeholder}
          disabled={input.disabled}
          onKeyDown={onKeyDown}
        />
      ) : (
        <Input {...shared} {...input} />
      )}
    </Field>
  );
}

interface PasswordFieldProps extends Omit<FieldProps, 'children' | 'valueName' | 'required'> {
  autoComplete: 'current-password' | 'new-password';
  /** For a new password: shows its strength. */
  isNew?: boolean;
}

export function PasswordField({ name, label, hint, isNew = false, autoComplete }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const password = Form.useWatch<string | undefined>(name) ?? '';
  const { maxLength } = useFieldFacts(name);
  return (
    <Field name={name} label={label} hint={isNew ? <PasswordStrength password={password} /> : hint}>
      <Input
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        suffix={
          <button
            type="button"
            className={styles.show}
            aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        }
      />
    </Field>
  );
}

interface SubmitButtonProps {
  isBusy: boolean;
  busy: string;
  disabled?: boolean;
  /** For what cannot be undone. */
  isDanger?: boolean;
  children: string;
}

export function SubmitButton({ isBusy, busy, disabled, isDanger = false, children }: SubmitButtonProps) {
  return (
    <Button
      type="primary"
      htmlType="submit"
      size="large"
      danger={isDanger}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
    >
      {isBusy ? busy : children}
    </Button>
  );
}
