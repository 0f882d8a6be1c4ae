import {
  CLAIM_LABELS,
  type ClaimName,
  type Claims as ClaimValues,
  DEFAULT_CLAIMS,
  type StoredClaims,
  unconfirmedClaims,
} from '@leadping/contracts/commerce/claims';
import { PLATFORM_SETTINGS } from '@leadping/contracts/commerce/platform-settings';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { UnsavedForm } from '@leadping/web-kit/dashboard/unsaved-form.tsx';
import { ContractForm } from '@leadping/web-kit/form/contract-form.tsx';
import { Field, SubmitButton, TextField } from '@leadping/web-kit/form/fields.tsx';
import form from '@leadping/web-kit/form/form.module.css';
import { Button } from '@leadping/web-kit/ui/core';
import type { SectionProps } from './pricing.tsx';
import styles from './settings.module.css';
import { TestimonialsControl } from './testimonials-control.tsx';
import { useSaveSettings } from './use-settings.ts';

/** An entry with nothing in it is not sent. */
const asSent = (values: ClaimValues) => ({
  ...values,
  testimonials: values.testimonials.filter(({ text, name, role }) => `${text}${name}${role}`.trim() !== ''),
});

export function Claims({ settings }: SectionProps) {
  const { confirmed, ...values } = settings.claims ?? DEFAULT_CLAIMS;
  const save = useSaveSettings();
  const unconfirmed = unconfirmedClaims({ ...values, confirmed });
  return (
    <Panel
      title={PLATFORM_SETTINGS.claims.label}
      text="What your pages say about the product’s users. An empty one is not shown. A changed one must be confirmed again."
      action={
        <Badge tone={unconfirmed.length > 0 ? 'warning' : 'success'}>
          {unconfirmed.length > 0 ? `${unconfirmed.length} unconfirmed` : 'Confirmed'}
        </Badge>
      }
    >
      <Unconfirmed claims={{ ...values, confirmed }} names={unconfirmed} />
      <UnsavedForm isSaving={save.isPending}>
        <ContractForm<ClaimValues>
          label={PLATFORM_SETTINGS.claims.label}
          schema={() => import('../../schemas.ts').then((schemas) => schemas.StoredClaims)}
          initial={values}
          asSent={(typed) => ({ ...asSent(typed), confirmed })}
          error={save.error}
          aliases={{
            'claims.users': 'users',
            'claims.rating': 'rating',
            'claims.testimonials': 'testimonials',
          }}
          onSubmit={(typed, reset) =>
            save.mutate({ body: { claims: { ...asSent(typed), confirmed } } }, { onSuccess: reset })
          }
        >
          {(_, isChanged) => (
            <>
              <div className={form.pair}>
                <TextField name="users" label={CLAIM_LABELS.users} />
                <TextField name="rating" label={CLAIM_LABELS.rating} />
              </div>
              <Field name="testimonials" label={CLAIM_LABELS.testimonials} required={false}>
                <TestimonialsControl />
              </Field>
              <SubmitButton isBusy={save.isPending} busy="Saving" disabled={!isChanged}>
                Save claims
              </SubmitButton>
            </>
          )}
        </ContractForm>
      </UnsavedForm>
    </Panel>
  );
}

/** Claims that may be untrue, each with a button by which the admin answers for it. */
function Unconfirmed({ claims, names }: { claims: StoredClaims; names: ClaimName[] }) {
  const save = useSaveSettings();
  if (names.length === 0) return null;
  return (
    <ul className={styles.unconfirmed} aria-label="Unconfirmed claims">
      {names.map((name) => (
        <li key={name}>
          <span>
            <b>{CLAIM_LABELS[name]}</b> {claimText(claims, name)}
          </span>
          <Button
            disabled={save.isPending}
            aria-label={`Confirm: ${CLAIM_LABELS[name]}`}
            onClick={() =>
              save.mutate({ body: { claims: { ...claims, confirmed: [...claims.confirmed, name] } } })
            }
          >
            This is true
          </Button>
        </li>
      ))}
    </ul>
  );
}

function claimText(claims: StoredClaims, name: ClaimName): string {
  if (name !== 'testimonials') return claims[name];
  return `by ${claims.testimonials.map((quote) => quote.name).join(', ')}`;
}
