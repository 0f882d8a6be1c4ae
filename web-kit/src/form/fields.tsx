import { Form, Input } from '@leadping/web-kit/ui/form';
import { Button } from '@leadping/web-kit/ui/core';
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import styles from './form.module.css';
import { useFieldFacts } from './form-context.ts';
import { PasswordStrength } from './password-strength.tsx';

interface FieldProps {
  /** The contract's name of it. */
  name: string;
  label: string;
  /** The rule or the reason, before it is broken. */
  hint?: ReactNode;
  /** What the control's value is called: `checked` for a switch. */
  valueName?: string;
  /** What the contract says of an empty text by default, which is nothing where it wants a list. */
  required?: boolean;
  /** One control of antd; it gets its value, its id and its marks from here. */
  children: ReactElement;
}

/** A labelled control with its hint and its fault. */
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
    Omit<FieldProps, 'children' | 'valueName' | 'required'>,
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
  /** More than one line. */
  rows?: number;
  /** For keys and addresses. */
  mono?: boolean;
  onKeyDown?: ComponentProps<typeof Input.TextArea>['onKeyDown'];
}

export function TextField({ name, label, hint, rows, mono = false, onKeyDown, ...input }: TextFieldProps) {
  const { maxLength } = useFieldFacts(name);
  const shared = { maxLength, className: mono ? styles.mono : undefined, name };
  return (
    <Field name={name} label={label} hint={hint}>
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
  /** For a password that is being chosen: how good the choice is. */
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
  /** What it reads while the call is on its way. */
  busy: string;
  disabled?: boolean;
  children: string;
}

export function SubmitButton({ isBusy, busy, disabled, children }: SubmitButtonProps) {
  return (
    <Button type="primary" htmlType="submit" size="large" disabled={disabled || isBusy} aria-busy={isBusy}>
      {isBusy ? busy : children}
    </Button>
  );
}
