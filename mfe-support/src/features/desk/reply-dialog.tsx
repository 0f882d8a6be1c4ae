import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { Button, Modal } from '@leadping/web-kit/ui/core';
import { Input } from '@leadping/web-kit/ui/form';
import { type ComponentRef, type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './reply-dialog.module.css';
import { useAnswer } from './use-desk.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';

interface ReplyDialogProps {
  /** Which ticket is being answered, if one is. */
  ticket: DeskTicket | undefined;
  onClose: () => void;
}

/** What was written and not sent is there again when the dialog opens again, ticket by ticket. */
export function ReplyDialog({ ticket: open, onClose }: ReplyDialogProps) {
  const ticket = useLast(open);
  const { isSending, send: sendAnswer } = useAnswer();
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const id = useId();
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  if (!ticket) return null;

  const draft = drafts[ticket.id] ?? '';
  const message = draft.trim();
  const keep = (text: string) => setDrafts((before) => ({ ...before, [ticket.id]: text }));
  const send = () => {
    if (!message || isSending) return;
    sendAnswer(ticket.id, message, () => {
      keep('');
      onClose();
    });
  };
  const close = () => {
    if (!isSending) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
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
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      footer={[
        <Button key="cancel" disabled={isSending} onClick={close}>
          Cancel
        </Button>,
        <Button key="send" type="primary" disabled={!message} loading={isSending} onClick={send}>
          Send Response
        </Button>,
      ]}
    >
      <p className={styles.about}>
        <bdi>{ticket.subject}</bdi> <code>{ticket.ticketNumber}</code>
      </p>
      <label htmlFor={id} className={styles.label}>
        Your reply
      </label>
      <Input.TextArea
        id={id}
        ref={field}
        rows={8}
        maxLength={10_000}
        aria-describedby={`${id}-hint`}
        value={draft}
        onChange={(event) => keep(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        It goes to {ticket.email} by mail and is on the ticket. Ctrl + Enter sends it.
      </p>
    </Modal>
  );
}
