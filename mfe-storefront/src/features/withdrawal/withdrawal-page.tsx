import { sellerOfRecord } from '@leadping/contracts/commerce/seller-tax';
import { withdraw } from '@leadping/contracts/endpoints/commerce/withdrawal';
import { failureText } from '@leadping/web-kit/api/api-error';
import { useWrite } from '@leadping/web-kit/api/hooks';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { useHydrated } from '@leadping/web-kit/page/use-hydrated.ts';
import { Link, useLocation } from '@leadping/web-kit/router';
import { HeadTags } from '@leadping/web-kit/site/head-tags.tsx';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { useTaxMode } from '@leadping/web-kit/site/tax-note.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { WITHDRAWAL } from '../../copy/withdrawal.ts';
import { WITHDRAWAL_META } from '../../copy/seo.ts';
import styles from '../page/plain-form.module.css';

interface Statement {
  orderNumber: string;
  email: string;
  name: string;
}

/** Two steps, as the law asks for: the statement, then a button of its own that confirms it. */
export default function WithdrawalPage() {
  const [statement, setStatement] = useState<Statement>({ orderNumber: '', email: '', name: '' });
  const [step, setStep] = useState<'state' | 'confirm'>('state');
  const send = useWrite(withdraw);
  const record = sellerOfRecord(useTaxMode());
  const isReceived = send.isSuccess;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = isReceived ? 'received' : step;
  const shownBefore = useRef(shown);
  useEffect(() => {
    if (shownBefore.current !== shown) heading.current?.focus();
    shownBefore.current = shown;
  }, [shown]);
  return (
    <div className={layout.page}>
      <HeadTags meta={WITHDRAWAL_META} />
      <PlainHeader sells={false} />
      <main id="content" className={`${layout.wrap} ${styles.main}`}>
        <h1 ref={heading} tabIndex={-1}>
          {isReceived ? WITHDRAWAL.received : step === 'confirm' ? WITHDRAWAL.confirmTitle : WITHDRAWAL.title}
        </h1>
        {send.isSuccess ? (
          <Received statement={statement} receivedAt={send.data.receivedAt} />
        ) : step === 'confirm' ? (
          <>
            <p>{WITHDRAWAL.confirmText}</p>
            <Facts statement={statement} />
            {send.error && (
              <p role="alert" className={styles.failure}>
                {failureText(send.error)} {WITHDRAWAL.notSent}
              </p>
            )}
            <div className={styles.actions}>
              <button
                type="button"
                className={button.primary}
                disabled={send.isPending}
                onClick={() => send.mutate({ body: statement })}
              >
                {WITHDRAWAL.confirm}
              </button>
              <button type="button" className={button.secondary} onClick={() => setStep('state')}>
                {WITHDRAWAL.change}
              </button>
            </div>
          </>
        ) : (
          <>
            {record && <p>{record}</p>}
            <StatementForm
              initial={statement}
              onSubmit={(entered) => {
                setStatement(entered);
                setStep('confirm');
              }}
            />
          </>
        )}
      </main>
      <SiteFooter />
    </div>
  );
}

const FIELDS = [
  {
    name: 'orderNumber',
    label: 'Order number',
    type: 'text',
    autoComplete: 'off',
    max: 100,
    isRequired: true,
  },
  {
    name: 'email',
    label: 'Email address you bought with',
    type: 'email',
    autoComplete: 'email',
    max: 254,
    isRequired: true,
  },
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name', max: 200, isRequired: false },
] as const;

interface StatementFormProps {
  initial: Statement;
  onSubmit: (statement: Statement) => void;
}

function StatementForm({ initial, onSubmit }: StatementFormProps) {
  const isHydrated = useHydrated();
  const { hash } = useLocation();
  // My Leadping links to here with order and address. The prerendered page knows no fragment.
  const linked = new URLSearchParams(isHydrated ? hash.slice(1) : '');
  const values = {
    ...initial,
    orderNumber: initial.orderNumber || (linked.get('order') ?? ''),
    email: initial.email || (linked.get('email') ?? ''),
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const read = (name: keyof Statement) => (elements.namedItem(name) as HTMLInputElement).value.trim();
    onSubmit({ orderNumber: read('orderNumber'), email: read('email'), name: read('name') });
  };
  return (
    <>
      <p>{WITHDRAWAL.intro}</p>
      {/* Without a script the browser would put the input into the address, so it cannot be sent then. */}
      <form
        key={`${linked}`}
        method="post"
        className={styles.form}
        aria-label={WITHDRAWAL.title}
        onSubmit={submit}
      >
        {FIELDS.map(({ name, label, type, autoComplete, max, isRequired }) => (
          <label key={name}>
            <span>
              {label} {!isRequired && <small>optional</small>}
            </span>
            <input
              name={name}
              type={type}
              autoComplete={autoComplete}
              maxLength={max}
              required={isRequired}
              defaultValue={values[name]}
            />
          </label>
        ))}
        <button type="submit" className={button.primary} disabled={!isHydrated}>
          {WITHDRAWAL.next}
        </button>
      </form>
      <p className={styles.note}>
        {WITHDRAWAL.note} <Link to="/support">{WITHDRAWAL.support}</Link>
      </p>
    </>
  );
}

function Facts({ statement: { orderNumber, email, name } }: { statement: Statement }) {
  return (
    <dl className={styles.facts}>
      <dt>Order number</dt>
      <dd>{orderNumber}</dd>
      <dt>Email address</dt>
      <dd>{email}</dd>
      {name && (
        <>
          <dt>Name</dt>
          <dd>{name}</dd>
        </>
      )}
    </dl>
  );
}

/** Says nothing about whether the order exists. */
function Received({ statement, receivedAt }: { statement: Statement; receivedAt: string }) {
  return (
    <>
      <p>
        {WITHDRAWAL.receivedAt} <time dateTime={receivedAt}>{new Date(receivedAt).toUTCString()}</time>.
      </p>
      <p>{WITHDRAWAL.mailed}</p>
      <Facts statement={statement} />
      <p className={styles.note}>
        {WITHDRAWAL.noMail} <Link to="/support">{WITHDRAWAL.support}</Link>
      </p>
    </>
  );
}
