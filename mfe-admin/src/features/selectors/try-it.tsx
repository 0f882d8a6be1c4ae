import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useRested } from '@leadping/web-kit/dashboard/use-rested.ts';
import { Input } from '@leadping/web-kit/ui/form';
import { useId, useMemo, useState } from 'react';
import { type FieldFinding, findFields } from './find-fields.ts';
import styles from './selectors.module.css';

const NAMES: Record<SelectableField, string> = {
  fullName: 'Full name',
  jobTitle: 'Job title',
  company: 'Company',
  location: 'Location',
  connections: 'Connections',
  email: 'Email',
};

/** Shows what the selectors in the editor find in a page that is pasted here; the page stays in this tab. */
export function TryIt({ text }: { text: string }) {
  const id = useId();
  const [html, setHtml] = useState('');
  const rested = useRested(`${text}\n\n${html}`);
  // Recomputed when the typing rests: a profile page has a megabyte of HTML.
  const findings = useMemo(
    () => (html.trim() ? findFields(text, html) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rested],
  );
  return (
    <Panel
      title="Try it"
      text="Paste the HTML of a profile page (in the browser: Inspect, then Copy outerHTML of <html>). It stays in this tab."
    >
      <label htmlFor={id} className={styles.label}>
        HTML of a profile page
      </label>
      <Input.TextArea
        id={id}
        rows={5}
        className={styles.html}
        placeholder="<html>..."
        spellCheck={false}
        value={html}
        onChange={(event) => setHtml(event.target.value)}
      />
      {html.trim() !== '' && (
        <div role="status">
          {findings ? (
            <Findings findings={findings} />
          ) : (
            <p className={styles.note}>The selectors above are not valid JSON yet.</p>
          )}
        </div>
      )}
    </Panel>
  );
}

function Findings({ findings }: { findings: readonly FieldFinding[] }) {
  const found = findings.filter(({ value }) => value !== null).length;
  return (
    <>
      <p className={styles.note}>
        {found + 1} of {findings.length + 1} fields found
      </p>
      <ul className={styles.findings} aria-label="Fields found">
        {findings.map(({ field, value, selectors }) => (
          <li key={field}>
            <strong>{NAMES[field]}</strong>
            <Badge tone={value === null ? 'danger' : 'success'}>
              {value === null ? 'Not found' : 'Found'}
            </Badge>
            <bdi className={styles.value}>{value}</bdi>
            <span className={styles.tried}>
              {selectors.length === 0 && 'No valid selector for it: the extension uses its own.'}
              {selectors.map(({ selector, count }) => (
                <span key={selector}>
                  <code>{selector}</code> {count === 1 ? '1 element' : `${count} elements`}
                </span>
              ))}
            </span>
          </li>
        ))}
        <li>
          <strong>Profile URL</strong>
          <Badge tone="success">Found</Badge>
          <span className={styles.value}>The address of the page itself</span>
        </li>
      </ul>
    </>
  );
}
