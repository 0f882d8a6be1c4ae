import { html, type Html } from '../page/html.ts';
import type { OwnedSession } from '../stripe/objects/types.ts';
import { taxCountries } from '../stripe/tax/rates.ts';

/** What the buyer typed before, so that the form keeps it. */
export interface Typed {
  email?: string | undefined;
  card?: string | undefined;
  name?: string | undefined;
  businessName?: string | undefined;
  country?: string | undefined;
  postalCode?: string | undefined;
  taxId?: string | undefined;
  code?: string | undefined;
}

/** Some places without a rate, where sellers of the tests collect no tax. */
const OTHER_COUNTRIES = ['BR', 'KR', 'SG', 'ZA'];

const names = new Intl.DisplayNames('en', { type: 'region' });
const countries = [...taxCountries, ...OTHER_COUNTRIES]
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .toSorted((a, b) => a.name.localeCompare(b.name));

export function renderForm({ object: session, terms }: OwnedSession, total: string, typed: Typed): Html {
  const isFree = session.amount_total === 0;
  const hasDetails = session.automatic_tax.enabled || session.allow_promotion_codes;
  return html`<h2>${isFree ? 'Complete your order' : 'Pay by card'}</h2>
    <form method="post" autocomplete="off">
      <label class="field"
        ><span>Email</span
        ><input
          name="email"
          inputmode="email"
          required
          value="${typed.email ?? session.customer_email ?? session.customer_details?.email}"
      /></label>
      ${session.automatic_tax.enabled && renderPlace(terms.buyer, typed)}
      ${
        session.tax_id_collection?.enabled &&
        html`<label class="field"
          ><span>Tax ID (optional)</span
          ><input name="taxId" maxlength="60" value="${typed.taxId ?? terms.buyer.taxId?.value}"
        /></label>`
      }
      ${
        session.allow_promotion_codes &&
        html`<label class="field"
          ><span>Promotion code</span><input name="code" maxlength="500" value="${typed.code}"
        /></label>`
      }
      ${
        hasDetails &&
        html`<div class="others">
          <button name="outcome" value="update" formnovalidate>Update total</button>
        </div>`
      }
      ${!isFree && renderCard(typed)}
      <label class="field"
        ><span>${isFree ? 'Name' : 'Name on card'}</span
        ><input name="name" maxlength="200" value="${typed.name}"
      /></label>
      ${
        session.name_collection?.business?.enabled &&
        html`<label class="field"
          ><span>Business name${session.name_collection.business.optional && ' (optional)'}</span
          ><input name="businessName" maxlength="150" value="${typed.businessName}"
        /></label>`
      }
      <div class="actions">
        <button class="primary" name="outcome" value="paid">
          ${isFree ? 'Complete order' : `Pay ${total}`}
        </button>
        ${
          !isFree &&
          html`<div class="others">
            <button name="outcome" value="declined">Decline</button>
            <button name="outcome" value="unpaid">Pay later</button>
          </div>`
        }
      </div>
      <p class="note">
        Pay later acts like a bank debit: the order is complete now, and the payment succeeds or fails
        afterwards. ${session.cancel_url && html`<a href="${session.cancel_url}">Cancel</a>`}
      </p>
    </form>`;
}

function renderPlace(buyer: OwnedSession['terms']['buyer'], typed: Typed): Html {
  const chosen = typed.country ?? buyer.country;
  return html`<div class="pair">
    <label class="field"
      ><span>Country</span
      ><select name="country">
        <option value="">Choose a country</option>
        ${countries.map(({ code, name }) =>
          code === chosen
            ? html`<option value="${code}" selected>${name}</option>`
            : html`<option value="${code}">${name}</option>`,
        )}
      </select></label
    >
    <label class="field"
      ><span>Postal code</span
      ><input name="postalCode" maxlength="20" value="${typed.postalCode ?? buyer.postalCode}"
    /></label>
  </div>`;
}

function renderCard({ card }: Typed): Html {
  return html`<label class="field"
      ><span>Card number</span
      ><input name="card" inputmode="numeric" value="${card ?? '4242 4242 4242 4242'}" maxlength="23"
    /></label>
    <div class="pair">
      <label class="field"><span>Expiry</span><input value="12 / 34" maxlength="7" /></label>
      <label class="field"><span>CVC</span><input inputmode="numeric" value="123" maxlength="4" /></label>
    </div>`;
}
