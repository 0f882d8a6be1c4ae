import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { failureText, hasStatus } from '@leadping/web-kit/api/api-error';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { activate, deactivate, readResellers, remove, resendCredentials } from './endpoints.ts';

export type Action = 'activate' | 'deactivate' | 'delete' | 'resend';

export interface Intent {
  action: Action;
  reseller: Reseller;
}

interface Question {
  title: (name: string) => string;
  text: string;
  confirm: string;
  isDanger: boolean;
  done: string;
}

const QUESTIONS: Record<Action, Question> = {
  activate: {
    title: (name) => `Activate ${name}?`,
    text: 'Their page sells again.',
    confirm: 'Activate reseller',
    isDanger: false,
    done: 'Reseller status updated successfully',
  },
  deactivate: {
    title: (name) => `Deactivate ${name}?`,
    text: 'Their page stops selling. Licenses that they sold keep working.',
    confirm: 'Deactivate reseller',
    isDanger: true,
    done: 'Reseller status updated successfully',
  },
  delete: {
    title: (name) => `Delete ${name}?`,
    text: 'This action cannot be undone.',
    confirm: 'Delete reseller',
    isDanger: true,
    done: 'Reseller deleted successfully',
  },
  resend: {
    title: (name) => `Resend credentials to ${name}?`,
    text: 'This will generate new login credentials and send them via email. Continue?',
    confirm: 'Resend credentials',
    isDanger: false,
    done: 'Welcome email resent with new credentials',
  },
};

const RESEND_FAILED = 'Failed to resend welcome email';
const MAIL_SERVICE_FAILED = 'Email service error - please check if the email address is valid';

/** Asks before anything is done with a reseller, does it, and says what became of it. */
export function ActionDialog({ intent, onClose }: { intent: Intent | undefined; onClose: () => void }) {
  const shown = useLast(intent);
  const toast = useToast();
  const onFailure = useFailureToast('Error');
  const onResendFailure = useFailureToast('Email Error');
  const optionsOf = (action: Action) => ({
    invalidates: [readResellers],
    onSuccess: () => toast({ title: 'Success', description: QUESTIONS[action].done, tone: 'success' }),
    onError: (error: Error) => {
      if (action !== 'resend' || hasStatus(error, 401)) onFailure(error);
      else if (hasStatus(error, 500)) onResendFailure(new Error(MAIL_SERVICE_FAILED, { cause: error }));
      else onResendFailure(new Error(failureText(error, RESEND_FAILED), { cause: error }));
    },
  });
  const calls = {
    activate: useWrite(activate, optionsOf('activate')),
    deactivate: useWrite(deactivate, optionsOf('deactivate')),
    delete: useWrite(remove, optionsOf('delete')),
    resend: useWrite(resendCredentials, optionsOf('resend')),
  };
  if (!shown) return null;
  const { action, reseller } = shown;
  const { title, text, confirm, isDanger } = QUESTIONS[action];
  return (
    <ConfirmDialog
      isOpen={intent !== undefined}
      title={title(reseller.businessName)}
      confirmLabel={confirm}
      isDanger={isDanger}
      isPending={calls[action].isPending}
      onConfirm={() => calls[action].mutate({ params: { id: reseller.id } }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{text}</p>
      {action === 'resend' && (
        <p>
          Their password stops working at once, and they are signed out everywhere. The new one goes to{' '}
          {reseller.userEmail ? <bdi>{reseller.userEmail}</bdi> : 'their email address'}.
        </p>
      )}
      {action === 'delete' && (
        <p>Their sign-in and their page are removed. Orders and licenses stay, and licenses keep working.</p>
      )}
    </ConfirmDialog>
  );
}
