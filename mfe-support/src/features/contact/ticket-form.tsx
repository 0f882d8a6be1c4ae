import { BRAND } from '@leadping/contracts/brand';
import { SUPPORT_REPLY } from '@leadping/contracts/promises';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { Field, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import button from '@leadping/web-kit/page/button.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Link } from '@leadping/web-kit/router';
import { Button } from '@leadping/web-kit/ui/core';
import { Select } from '@leadping/web-kit/ui/form';
import { useEffect, useRef, useState } from 'react';
import { CATEGORY_NAMES, KEY_PLACEHOLDER, PRIORITY_NAMES, readDraft, saveDraft } from './ticket-draft.ts';
import styles from './ticket-form.module.css';
import { useTicketForm } from './use-ticket-form.ts';

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** The ticket form. After sending, a confirmation replaces it. */
export function TicketForm() {
  const { created, writeAnother, ...sending } = useTicketForm();
  if (created) return <Created ticketNumber={created} onAnother={writeAnother} />;
  return <Draft {...sending} />;
}

type DraftProps = Pick<ReturnType<typeof useTicketForm>, 'error' | 'isSending' | 'isAnother' | 'send'>;

function Draft({ error, isSending, isAnother, send }: DraftProps) {
  const [initial] = useState(readDraft);
  return (
    <ContractForm
      label="Contact Support"
      schema={() => import('../../schemas.ts').then(({ createTicket }) => createTicket.body)}
      initial={initial}
      focused={isAnother ? 'name' : undefined}
      error={error}
      onChange={saveDraft}
      onSubmit={send}
    >
      <div className={form.pair}>
        <TextField name="name" label="Name" autoComplete="name" />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="We reply to it, and you need it to open the ticket."
        />
      </div>
      <TextField
        name="licenseKey"
        label="License key"
        hint="Only if it’s about a license. Paste the whole key, dashes included."
        placeholder={KEY_PLACEHOLDER}
        autoComplete="off"
        spellCheck={false}
        mono
      />
      <div className={form.pair}>
        <Field name="category" label="Category">
          <Select options={optionsOf(CATEGORY_NAMES)} />
        </Field>
        <Field name="priority" label="Priority">
          <Select options={optionsOf(PRIORITY_NAMES)} />
        </Field>
      </div>
      <TextField name="subject" label="Subject" />
      <TextField
        name="message"
        label="Message"
        rows={7}
        hint="What you did, what you expected, and what happened instead."
      />
      <SubmitButton isBusy={isSending} busy="Sending">
        Create ticket
      </SubmitButton>
    </ContractForm>
  );
}

interface CreatedProps {
  ticketNumber: string;
  onAnother: () => void;
}

function Created({ ticketNumber, onAnother }: CreatedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button was removed, and on a phone other content is at its position.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.created} role="status">
      <RingMark size={56} />
      <h2 ref={heading} tabIndex={-1}>
        We have your ticket
      </h2>
      <code>{ticketNumber}</code>
      <p>
        You will hear from the {BRAND.name} team {SUPPORT_REPLY.supportCenter}, by email.
      </p>
      <div className={styles.actions}>
        <Link to={`/ticket/${ticketNumber}`} className={`${button.primary} ${button.small}`}>
          View ticket
        </Link>
        <Button size="large" onClick={onAnother}>
          Create another ticket
        </Button>
      </div>
    </div>
  );
}
