import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useRested } from '@leadping/web-kit/dashboard/use-rested.ts';
import { Input } from '@leadping/web-kit/ui/form';
import { useId, useMemo, useState } from 'react';
import { FIELD_NAMES } from './field-names.ts';
import { type FieldFinding, findFields } from './find-fields.ts';
import styles from './selectors.module.css';

/** Shows what the extension would capture with the selectors in the editor from a page that is pasted here. */
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
      text="Paste the HTML of a profile page (in the browser: Inspect, then Copy outerHTML of <html>). It stays in this tab, and is read by the extension’s own code."
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
        {findings.map(({ field, value, isBySelectors, selectors }) => (
          <li key={field}>
            <strong>{FIELD_NAMES[field]}</strong>
            <Badge tone={value === null ? 'danger' : 'success'}>
              {value === null ? 'Not found' : 'Found'}
            </Badge>
            <bdi className={styles.value}>{value}</bdi>
            {value !== null && !isBySelectors && <Badge>By the extension itself</Badge>}
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
