import { FIELD_NAMES } from '@leadping/contracts/licensing/field-names';
import type { SelectablePart } from '@leadping/contracts/licensing/selector-grammar';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useRested } from '@leadping/web-kit/dashboard/use-rested.ts';
import { Input } from '@leadping/web-kit/ui/form';
import { useId, useMemo, useState } from 'react';
import { type FieldFinding, findFields, type PageFinding } from './find-fields.ts';
import styles from './selectors.module.css';

/** Shows the values that the extension would capture from a pasted page with the selectors in the editor. */
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

const PART_NAMES: Record<SelectablePart, string> = {
  topCard: 'Top card',
  button: 'Place of the button',
  shown: 'Person shown',
};

function Findings({ findings: { layout, fields, parts } }: { findings: PageFinding }) {
  const found = fields.filter(({ value }) => value !== null).length;
  return (
    <>
      <p className={styles.note}>
        {found + 1} of {fields.length + 1} fields found on layout <code>{layout}</code>
      </p>
      <ul className={styles.findings} aria-label="Fields found">
        {fields.map(({ field, value, isBySelectors, selectors }) => (
          <li key={field}>
            <strong>{FIELD_NAMES[field]}</strong>
            <Badge tone={value === null ? 'danger' : 'success'}>
              {value === null ? 'Not found' : 'Found'}
            </Badge>
            <bdi className={styles.value}>{value}</bdi>
            {value !== null && !isBySelectors && <Badge>By the extension itself</Badge>}
            {selectors.length === 0 ? (
              <span className={styles.tried}>No valid selector for it: the extension uses its own.</span>
            ) : (
              <TriedSelectors selectors={selectors} />
            )}
          </li>
        ))}
        <li>
          <strong>Profile URL</strong>
          <Badge tone="success">Found</Badge>
          <span className={styles.value}>The address of the page itself</span>
        </li>
        {parts.map(({ part, selectors }) => {
          const isFound = selectors.some(({ texts }) => texts.length > 0);
          return (
            <li key={part}>
              <strong>{PART_NAMES[part]}</strong>
              <Badge tone={isFound ? 'success' : 'danger'}>{isFound ? 'Found' : 'Not found'}</Badge>
              <TriedSelectors selectors={selectors} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

const MAX_TEXT = 80;

function TriedSelectors({ selectors }: Pick<FieldFinding, 'selectors'>) {
  return (
    <span className={styles.tried}>
      {selectors.map(({ selector, texts }) => (
        <span key={selector}>
          <code>{selector}</code> {texts.length === 0 ? 'finds nothing' : 'finds '}
          <bdi>{texts.map((text) => `“${cut(text)}”`).join(', ')}</bdi>
        </span>
      ))}
    </span>
  );
}

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
