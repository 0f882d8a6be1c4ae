import { Modal } from '@leadping/web-kit/ui/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** Names the thing: `Delete Acme Leads?` */
  title: string;
  /** The verb: `Delete reseller`. */
  confirmLabel: string;
  isDanger?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What becomes of the thing and of what belongs to it. */
  children: ReactNode;
}

/** What had the focus before may be gone by what was confirmed: the Tab key would begin at the top of the page. */
function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Asks before something happens that is not easily undone. Needs a `UiProvider` around it. */
export function ConfirmDialog(dialog: ConfirmDialogProps) {
  const { isOpen, title, confirmLabel, isDanger = true, isPending = false, children } = dialog;
  // Also while it fades, and before its work is shown as under way: there a second press would do it twice.
  const isAnswered = useRef(false);
  useLayoutEffect(() => {
    isAnswered.current = !isOpen || isPending;
  });
  const confirm = () => {
    if (isAnswered.current) return;
    isAnswered.current = true;
    dialog.onConfirm();
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger: isDanger }}
      confirmLoading={isPending}
      // A stray Enter must not destroy anything.
      cancelButtonProps={{ autoFocus: true }}
      onOk={confirm}
      onCancel={dialog.onCancel}
      afterClose={keepFocus}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
}
