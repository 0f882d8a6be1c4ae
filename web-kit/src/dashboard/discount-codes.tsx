import type { DiscountCode, DiscountCodes } from '@leadping/contracts/commerce/discount-code-routes';
import type {
  createDiscountCode,
  createResellerDiscountCode,
  endDiscountCode,
  endResellerDiscountCode,
  listDiscountCodes,
  listResellerDiscountCodes,
} from '@leadping/contracts/endpoints/commerce/discount-code';
import { formatMoney, fromDecimal } from '@leadping/contracts/currency';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { Alert, Button } from '@leadping/web-kit/ui/core';
import { Ban, Link2, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { reading, useWrite } from '../api/hooks.ts';
import type { LoadSchema } from '../form/schema-facts.ts';
import form from '../form/form.module.css';
import { ViewHeader } from '../page/view-header.tsx';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { Badge, type BadgeTone } from './badge.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DiscountCodeForm } from './discount-code-form.tsx';
import { EmptyState } from './empty-state.tsx';
import { FormDialog } from './form-dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { ListTable, type Column } from './list-table.tsx';
import { Day } from './moment.tsx';
import { productName } from './product-name.ts';
import { useCopy } from './use-copy.ts';
import { useDialog } from './use-dialog.ts';
import { useLast } from './use-last.ts';

interface DiscountCodesViewProps {
  list: typeof listDiscountCodes | typeof listResellerDiscountCodes;
  create: typeof createDiscountCode | typeof createResellerDiscountCode;
  end: typeof endDiscountCode | typeof endResellerDiscountCode;
  schema: LoadSchema;
  /** Whether the seller sells reseller rights too. */
  hasRights?: boolean;
  /** Leads to the payment keys. */
  keysLink: ReactNode;
}

const STATES: Record<DiscountCode['state'], [BadgeTone, string]> = {
  active: ['success', 'Active'],
  expired: ['neutral', 'Expired'],
  'used-up': ['neutral', 'Used up'],
  ended: ['neutral', 'Ended'],
  unusable: ['danger', 'Does not fit your price'],
};

function discountText({ percent, amount, currency }: DiscountCode): string {
  if (percent !== null) return `${percent}% off`;
  const money = currency && fromDecimal(amount ?? '', currency);
  return money ? `${formatMoney(money)} off` : 'Unknown';
}

const columnsFor = (hasRights: boolean): Column<DiscountCode>[] => [
  { key: 'code', title: 'Code', isWide: true, render: ({ code }) => <code>{code}</code> },
  { key: 'discount', title: 'Discount', render: discountText },
  ...(hasRights
    ? [{ key: 'product', title: 'For', render: (code: DiscountCode) => productName(code.productType) }]
    : []),
  {
    key: 'uses',
    title: 'Uses',
    align: 'end',
    render: ({ uses, maxUses }) => (maxUses === null ? uses : `${uses} of ${maxUses}`),
  },
  {
    key: 'expiresAt',
    title: 'Last day',
    render: ({ expiresAt }) => (expiresAt === null ? 'No end' : <Day at={expiresAt} />),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ state }) => <Badge tone={STATES[state][0]}>{STATES[state][1]}</Badge>,
  },
];

type Dialog = { name: 'create' } | { name: 'end'; code: DiscountCode };

/** A seller's discount codes, as a whole page. Needs a `UiProvider` around it. */
export function DiscountCodesView(props: DiscountCodesViewProps) {
  const { list, create, end, schema, hasRights = false, keysLink } = props;
  const { data, error, refetch } = useQuery({ ...reading(list), staleTime: 0 });
  const { subject: dialog, open, close } = useDialog<Dialog>();
  const columns = useMemo(() => columnsFor(hasRights), [hasRights]);
  const canCreate = data?.state === 'ready';
  const newCode = (
    <Button type="primary" icon={<Plus size={16} />} onClick={() => open({ name: 'create' })}>
      New code
    </Button>
  );
  const actions = useCallback(
    (code: DiscountCode) => (
      <>
        <CopyLink code={code} />
        {(code.state === 'active' || code.state === 'unusable') && (
          <IconButton
            label={`End code ${code.code}`}
            icon={Ban}
            tone="danger"
            onClick={() => open({ name: 'end', code })}
          />
        )}
      </>
    ),
    [open],
  );
  return (
    <>
      <ViewHeader title="Discount Codes" action={canCreate && data.codes.length > 0 ? newCode : undefined}>
        Buyers who open a code’s link pay less. Stripe stores the codes and counts their uses.
      </ViewHeader>
      {data?.isTest && (
        <Alert
          className={form.notice}
          type="info"
          showIcon
          title="These are codes of test mode. They do not work in live mode, which has its own."
        />
      )}
      <ListTable
        label="Discount codes"
        columns={columns}
        rows={data?.codes}
        error={error}
        onRetry={() => void refetch()}
        actions={actions}
        empty={data && <NoCodes state={data.state} action={newCode} keysLink={keysLink} />}
      />
      {data?.hasOlder && (
        <p>Only the newest codes of your Stripe account are read. Older ones are in your Stripe dashboard.</p>
      )}
      <FormDialog isOpen={dialog?.name === 'create'} title="New discount code" onClose={close}>
        <DiscountCodeForm
          create={create}
          schema={schema}
          hasRights={hasRights}
          currency={data?.currency ?? 'USD'}
          invalidates={[list]}
          onClose={close}
        />
      </FormDialog>
      <EndCode
        code={dialog?.name === 'end' ? dialog.code : undefined}
        end={end}
        invalidates={[list]}
        onClose={close}
      />
    </>
  );
}

function CopyLink({ code: { code, link } }: { code: DiscountCode }) {
  const { isCopied, copy } = useCopy();
  return (
    <IconButton
      label={isCopied ? 'Copied' : `Copy link of code ${code}`}
      icon={Link2}
      isCopied={isCopied}
      onClick={() => void copy(link)}
    />
  );
}

interface NoCodesProps {
  state: DiscountCodes['state'];
  action: ReactNode;
  keysLink: ReactNode;
}

function NoCodes({ state, action, keysLink }: NoCodesProps) {
  switch (state) {
    case 'ready':
      return (
        <EmptyState title="No discount codes yet" action={action}>
          Create one, then share its link. The payment page shows the lower price.
        </EmptyState>
      );
    case 'no-key':
      return (
        <EmptyState title="No Stripe key yet" action={keysLink}>
          Discount codes are stored at Stripe. Save your secret key first.
        </EmptyState>
      );
    case 'no-permission':
      return (
        <EmptyState title="Your Stripe key may not read discount codes" action={keysLink}>
          In Developers &gt; API keys of your Stripe dashboard, let the restricted key write “Coupons” and
          “Promotion Codes”.
        </EmptyState>
      );
  }
}

interface EndCodeProps extends Pick<DiscountCodesViewProps, 'end'> {
  /** Undefined while the dialog is closed. */
  code: DiscountCode | undefined;
  invalidates: readonly DiscountCodesViewProps['list'][];
  onClose: () => void;
}

function EndCode({ code, end, invalidates, onClose }: EndCodeProps) {
  const toast = useToast();
  const shown = useLast(code);
  const onError = useFailureToast('The code was not ended');
  const write = useWrite(end, {
    invalidates,
    onSuccess: (ended) => toast({ title: `Code ${ended.code} ended`, tone: 'success' }),
    onError,
  });
  return (
    <ConfirmDialog
      isOpen={code !== undefined}
      title={shown ? `End code ${shown.code}?` : ''}
      confirmLabel="End code"
      isPending={write.isPending}
      onConfirm={() => code && write.mutate({ params: { id: code.id } }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      No new payment page opens with it. Stripe may still accept it on a payment page that is already open.
      Orders that used it stay as they are. An ended code cannot be activated again.
    </ConfirmDialog>
  );
}
