import { keyOf, reading, useWrite } from '@leadping/web-kit/api/hooks';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Switch } from '@leadping/web-kit/ui/core';
import { readSignInPolicy, writeSignInPolicy } from '../../endpoints.ts';
import styles from './profile-view.module.css';

const RULES = [
  { rule: 'adminsNeedSecondFactor', who: 'Admins', title: 'Second factor for every admin' },
  {
    rule: 'supportNeedsSecondFactor',
    who: 'Support staff',
    title: 'Second factor for all support staff',
  },
  { rule: 'resellersNeedSecondFactor', who: 'Resellers', title: 'Second factor for every reseller' },
] as const;

/** Sets which roles need a second factor to sign in. */
export function SignInPolicyPanel() {
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ ...reading(readSignInPolicy), staleTime: 0 });
  const onError = useFailureToast('The rule was not changed');
  const save = useWrite(writeSignInPolicy, {
    onSuccess: (saved) => queryClient.setQueryData(keyOf(readSignInPolicy), saved),
    onError,
  });
  return RULES.map(({ rule, who, title }, nth) => (
    <Panel
      key={rule}
      title={title}
      text={`${who} without a passkey or an authenticator app set one up before anything else.`}
      action={
        <Switch
          aria-label={title}
          checked={data?.[rule] ?? false}
          disabled={!data || save.isPending}
          loading={save.isPending && save.variables.body[rule] !== data?.[rule]}
          onChange={(isOn) => {
            const need = isOn ? 'now need' : 'no longer need';
            save.mutate(
              // Sends one rule only, because another admin may have changed the other one since.
              { body: { [rule]: isOn } },
              { onSuccess: () => toast({ title: `${who} ${need} a second factor`, tone: 'success' }) },
            );
          }}
        />
      }
    >
      {nth === 0 && error && !data && (
        <LoadError title="We couldn't load this setting" error={error} onRetry={() => void refetch()} />
      )}
      {nth === 0 && data?.at && (
        <p className={styles.changed}>
          Changed by {data.by} <Moment at={data.at} />.
        </p>
      )}
    </Panel>
  ));
}
