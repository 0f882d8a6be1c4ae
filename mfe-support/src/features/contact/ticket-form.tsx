import { SUPPORT_REPLY } from '@leadping/contracts/promises';
import button from '@leadping/web-kit/page/button.module.css';
import { Link } from '@leadping/web-kit/router';
import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import styles from './form.module.css';
import { CATEGORY_NAMES, KEY_PLACEHOLDER, PRIORITY_NAMES, type TicketDraft } from './ticket-draft.ts';
import { useTicketForm } from './use-ticket-form.ts';

export function TicketForm() {
  const { draft, created, isSending, change, submit } = useTicketForm();
  const form = useRef<HTMLFormElement>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const missing = submit();
    if (missing) form.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus();
  };
  const textField = (field: 'name' | 'email' | 'licenseKey' | 'subject') => ({
    name: field,
    value: draft[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });

  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate aria-label="Contact Support">
      {created && (
        <p className={styles.created} role="status">
          Your ticket is <Link to={`/ticket/${created}`}>{created}</Link>. We reply{' '}
          {SUPPORT_REPLY.supportCentre}, by e-mail.
        </p>
      )}
      <div className={styles.pair}>
        <Field label="Name" required>
          {(id) => <input id={id} autoComplete="name" maxLength={100} required {...textField('name')} />}
        </Field>
        <Field label="Email" required hint="Our answer goes there, and you need it to open the ticket.">
          {(id) => (
            <input
              id={id}
              type="email"
              autoComplete="email"
              maxLength={254}
              required
              {...textField('email')}
            />
          )}
        </Field>
      </div>
      <Field label="License key" hint="If it is about a license. The whole key, dashes included.">
        {(id) => (
          <input
            id={id}
            className={styles.mono}
            placeholder={KEY_PLACEHOLDER}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            {...textField('licenseKey')}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Choice
          label="Category"
          names={CATEGORY_NAMES}
          value={draft.category}
          onChange={(value) => change('category', value)}
        />
        <Choice
          label="Priority"
          names={PRIORITY_NAMES}
          value={draft.priority}
          onChange={(value) => change('priority', value)}
        />
      </div>
      <Field label="Subject" required>
        {(id) => <input id={id} maxLength={200} required {...textField('subject')} />}
      </Field>
      <Field label="Message" required hint="What you did, what you expected, and what happened instead.">
        {(id) => (
          <textarea
            id={id}
            name="message"
            rows={7}
            maxLength={10_000}
            required
            value={draft.message}
            onChange={(event) => change('message', event.target.value)}
          />
        )}
      </Field>
      <div>
        <button type="submit" className={button.primary} disabled={isSending}>
          {isSending ? 'Sending' : 'Create ticket'}
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  required?: boolean;
  children: (id: string) => ReactNode;
}

function Field({ label, hint, required = false, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label} {!required && <span className={styles.optional}>optional</span>}
      </label>
      {children(id)}
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  names: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends TicketDraft['category'] | TicketDraft['priority']>({
  label,
  names,
  value,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
          {(Object.entries(names) as [Value, string][]).map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
