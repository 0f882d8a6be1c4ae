import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import type { Intent } from './intent.ts';

interface ConfirmChangeProps {
  intent: Intent | undefined;
  isPending: boolean;
  onConfirm: (intent: Intent) => void;
  onCancel: () => void;
}

/** Names what will change before it does. */
export function ConfirmChange({ intent, isPending, onConfirm, onCancel }: ConfirmChangeProps) {
  const shown = useLast(intent);
  return (
    <ConfirmDialog
      isOpen={intent !== undefined}
      title={shown?.title ?? ''}
      confirmLabel={shown?.confirm ?? ''}
      isDanger={shown?.action === 'rollback'}
      isPending={isPending}
      onConfirm={() => intent && onConfirm(intent)}
      onCancel={onCancel}
    >
      <p>{shown?.text}</p>
    </ConfirmDialog>
  );
}
