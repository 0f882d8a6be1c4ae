import { Modal } from '@leadping/web-kit/ui/core';
import type { Intent } from './intent.ts';

interface ConfirmChangeProps {
  intent: Intent | undefined;
  isPending: boolean;
  onConfirm: (intent: Intent) => void;
  onCancel: () => void;
}

/** Names what will change before it does. */
export function ConfirmChange({ intent, isPending, onConfirm, onCancel }: ConfirmChangeProps) {
  return (
    <Modal
      open={intent !== undefined}
      title={intent?.title}
      okText={intent?.confirm}
      okButtonProps={{ danger: intent?.action === 'rollback' }}
      confirmLoading={isPending}
      onOk={() => intent && onConfirm(intent)}
      onCancel={onCancel}
      destroyOnHidden
    >
      <p>{intent?.text}</p>
    </Modal>
  );
}
