import { useWrite } from '@leadping/web-kit/api/hooks';
import { SigningSecret } from '@leadping/web-kit/dashboard/signing-secret.tsx';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { renewSigningSecret } from '../../endpoints.ts';

export function WebhookSecret() {
  const onError = useFailureToast('Update Failed', 'Failed to create the signing secret');
  const renew = useWrite(renewSigningSecret, { onError });
  return (
    <SigningSecret
      created={renew.data?.secret}
      isPending={renew.isPending}
      onCreate={() => renew.mutate(undefined)}
    />
  );
}
