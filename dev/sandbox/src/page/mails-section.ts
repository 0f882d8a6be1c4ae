import type { Mail, Recipient } from '../postmark/mail.ts';
import type { Store } from '../store.ts';
import { html, type Html } from './html.ts';
import { badge, facts, moment, SHOWN } from './parts.ts';

/** The mails, newest first. Their content is shown but never executed. */
export function mailRows(store: Store): Html[] {
  return store.mails.newestFirst().slice(0, SHOWN).map(renderMail);
}

function renderMail(mail: Mail): Html {
  const links = findLinks(mail);
  return html`<details id="mail-${mail.id}">
    <summary>
      <span class="what">
        <strong>${mail.subject || 'No subject'}</strong>
        <small>${line(mail.to)}</small>
      </span>
      ${mail.tag && badge(mail.tag)} ${moment(mail.receivedAt)}
    </summary>
    <div class="detail">
      ${facts([
        ['From', mail.from],
        ['To', line(mail.to)],
        ['Cc', line(mail.cc)],
        ['Bcc', line(mail.bcc)],
        ['Reply to', mail.replyTo],
        ...mail.headers.map(({ name, value }) => [name, value] as const),
        ...Object.entries(mail.metadata).map(([name, value]) => [`Metadata ${name}`, value] as const),
        ...mail.attachments.map(
          ({ name, contentType, size }) => ['Attachment', `${name} (${contentType}, ${size} bytes)`] as const,
        ),
      ])}
      ${
        links.length > 0 &&
        html`<div class="acts">
          ${links.map((url) => html`<a class="button" href="${url}" target="_blank" rel="noopener noreferrer">${shorten(url)}</a>`)}
        </div>`
      }
      ${mail.textBody && html`<pre>${mail.textBody}</pre>`}
      ${
        mail.htmlBody &&
        html`<iframe
          title="The email as its reader sees it"
          sandbox=""
          loading="lazy"
          srcdoc="${mail.htmlBody}"
        ></iframe>`
      }
    </div>
  </details>`;
}

const line = (recipients: Recipient[]) =>
  recipients.map(({ Name, Email }) => (Name ? `${Name} <${Email}>` : Email)).join(', ');

/** The http addresses in a mail, because links inside the mail's frame are disabled. */
function findLinks({ textBody, htmlBody }: Mail): string[] {
  const inText = textBody?.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
  const inMarkup = [...(htmlBody?.matchAll(/href="(https?:\/\/[^"]+)"/gi) ?? [])].map(([, url]) =>
    (url ?? '').replaceAll('&amp;', '&'),
  );
  return [...new Set([...inText, ...inMarkup])].filter((url) => URL.canParse(url)).slice(0, 8);
}

const shorten = (url: string) => (url.length > 60 ? `${url.slice(0, 57)}...` : url);
