import { html, type Html } from './html.ts';

/** Maximum rows of a section. The JSON calls return all rows. */
export const SHOWN = 50;

export function badge(text: string | number, tone: 'good' | 'warn' | 'bad' | 'plain' = 'plain'): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

export function act(label: string, url: string, body: object = {}): Html {
  return html`<button data-post="${url}" data-body="${JSON.stringify(body)}">${label}</button>`;
}

export function moment(at: number | string): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

export function facts(pairs: readonly (readonly [string, string | number | null | undefined])[]): Html {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return html`<dl>
    ${known.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}
