import { formatWhole } from '@leadping/contracts/currency';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { Field, SubmitButton } from '@leadping/web-kit/form/fields.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { InputNumber } from '@leadping/web-kit/ui/form';
import { readQuota, saveLimits } from './endpoints.ts';
import styles from './resellers.module.css';

/** How many licenses a reseller may make without a payment: by hand, by webhook, and by orders that cost nothing. */
export function LicenseLimits({ resellerId }: { resellerId: string }) {
  const params = { resellerId };
  const { data, error, refetch, isFetching } = useQuery({ ...reading(readQuota, { params }), staleTime: 0 });
  const toast = useToast();
  const onError = useFailureToast('Update Failed', 'Failed to save the limits');
  const save = useWrite(saveLimits, {
    invalidates: [readQuota],
    onSuccess: () => toast({ title: 'Limits saved', tone: 'success' }),
    onError,
  });
  if (error && !data) {
    return (
      <LoadError
        title="We couldn't load the limits"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return null;
  const { perDay, total, usedToday, usedTotal } = data;
  return (
    <>
      <h3 className={styles.heading}>Free licenses</h3>
      <p>
        {formatWhole(usedToday)} today, {formatWhole(usedTotal)} in all: by hand, by webhook and by orders
        that cost nothing. Paid orders are not limited.
      </p>
      <ContractForm
        // Contains the id, because the form stores its input by label and many resellers have the same limits.
        label={`Limits of free licenses of ${resellerId}`}
        schema={() => import('../../schemas.ts').then((schemas) => schemas.changeResellerLimits.body)}
        initial={{ perDay, total }}
        required={['perDay', 'total']}
        error={save.error}
        onSubmit={(body) => save.mutate({ params, body })}
      >
        <Field name="perDay" label="Per day">
          <InputNumber min={0} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name="total" label="In all">
          <InputNumber min={0} precision={0} style={{ width: '100%' }} />
        </Field>
        <SubmitButton isBusy={save.isPending} busy="Saving">
          Save limits
        </SubmitButton>
      </ContractForm>
    </>
  );
}
