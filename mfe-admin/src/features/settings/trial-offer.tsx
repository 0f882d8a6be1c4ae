import { keyOf, reading, useWrite } from '@leadping/web-kit/api/hooks';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Switch } from '@leadping/web-kit/ui/core';
import { readTrialOffer, writeTrialOffer } from './endpoints.ts';

const TITLE = 'Offer a trial';

/** Turns trials on and off. Running trials continue. */
export function TrialOffer() {
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...reading(readTrialOffer), staleTime: 0 });
  const onError = useFailureToast('The trial offer was not changed');
  const save = useWrite(writeTrialOffer, {
    onSuccess: (saved) => {
      queryClient.setQueryData(keyOf(readTrialOffer), saved);
      toast({
        title: saved.isOffered ? 'Trials are offered' : 'Trials are no longer offered',
        tone: 'success',
      });
    },
    onError,
  });
  return (
    <Panel
      title={TITLE}
      text="Visitors get a key for 7 days by email at /trial, once per mailbox and browser. The description of the landing page promises a trial, also while this is off. Running trials continue."
      action={
        <Switch
          aria-label={TITLE}
          checked={data?.isOffered ?? false}
          disabled={!data || save.isPending}
          loading={save.isPending}
          onChange={(isOffered) => save.mutate({ body: { isOffered } })}
        />
      }
    />
  );
}
