import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { TextField } from '@leadping/web-kit/form/fields.tsx';
import { Button, Modal } from '@leadping/web-kit/ui/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './reply-dialog.module.css';
import { useAnswer } from './use-desk.ts';

interface ReplyDialogProps {
  /** Which ticket is being answered, if one is. */
  ticket: DeskTicket | undefined;
  onClose: () => void;
}

function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

/** What was written and not sent is there again when the dialog opens again, ticket by ticket. */
export function ReplyDialog({ ticket: open, onClose }: ReplyDialogProps) {
  const ticket = useLast(open);
  const { isSending, error, send } = useAnswer();
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const content = useRef<HTMLDivElement>(null);
  if (!ticket) return null;

  const saveDraft = (text: string) => setDrafts((before) => ({ ...before, [ticket.id]: text }));
  const close = () => {
    if (!isSending) onClose();
  };
  const submit = ({ message }: { message: string }) => {
    if (isSending) return;
    send(ticket.id, message, () => {
      saveDraft('');
      onClose();
    });
  };
  return (
    <Modal
      open={open !== undefined}
      destroyOnHidden
      width={640}
      title={
        <span className={styles.title}>
          Reply to <bdi>{ticket.name}</bdi>
        </span>
      }
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && content.current?.querySelector('textarea')?.focus()}
      footer={null}
    >
      <div ref={content}>
        <p className={styles.about}>
          <bdi>{ticket.subject}</bdi> <code>{ticket.ticketNumber}</code>
        </p>
        <ContractForm
          key={ticket.id}
          label="Your reply"
          schema={() => import('../../schemas.ts').then((schemas) => schemas.respondAsStaff.body)}
          initial={{ message: drafts[ticket.id] ?? '' }}
          missing={{ title: 'Message required', description: 'Please enter a message' }}
          error={error}
          onChange={({ message }) => saveDraft(message)}
          onSubmit={submit}
        >
          <TextField
            name="message"
            label="Your reply"
            rows={8}
            hint={`It goes to ${ticket.email} by mail and is on the ticket. Ctrl + Enter sends it.`}
            onKeyDown={sendByKeys}
          />
          <div className={styles.actions}>
            <Button disabled={isSending} onClick={close}>
              Cancel
            </Button>
            <Button
              type="primary"
              htmlType="submit"
              disabled={!drafts[ticket.id]?.trim()}
              loading={isSending}
            >
              Send Response
            </Button>
          </div>
        </ContractForm>
      </div>
    </Modal>
  );
}
