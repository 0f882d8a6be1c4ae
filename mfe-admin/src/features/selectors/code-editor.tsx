import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';
import { faultOf } from './read-text.ts';
import styles from './code-editor.module.css';

interface CodeEditorProps {
  label: string;
  value: string;
  onChange?: (text: string) => void;
  isReadOnly?: boolean;
  /** Shows the difference to this text, read-only. */
  comparedWith?: string;
}

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--lp-color-signal)' },
  { tag: tags.string, color: 'var(--lp-color-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--lp-color-warning)' },
  {
    tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket],
    color: 'var(--lp-color-text-quiet)',
  },
]);

const THEME = EditorView.theme({
  '&': { fontSize: '0.875rem', backgroundColor: 'var(--lp-color-raised)', color: 'var(--lp-color-text)' },
  '&.cm-editor': { maxHeight: '62vh' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--lp-font-mono)', lineHeight: '1.6' },
  '.cm-gutters': {
    backgroundColor: 'var(--lp-color-sunken)',
    color: 'var(--lp-color-text-quiet)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-cursor': { borderLeftColor: 'var(--lp-color-text)' },
  '&.cm-focused': { outline: '2px solid var(--lp-color-signal)', outlineOffset: '1px' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--lp-color-signal-soft) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--lp-color-raised)',
    color: 'var(--lp-color-text)',
    border: '1px solid var(--lp-color-line)',
  },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--lp-color-success-soft) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--lp-color-danger-soft)' },
  '.cm-changedText, .cm-deletedText': { background: 'none !important', textDecoration: 'underline' },
});

/** Marks each fault at its line, with its reason. */
const faults = linter(
  ({ state }): Diagnostic[] => {
    const fault = faultOf(state.doc.toString());
    if (!fault || fault.kind === 'empty') return [];
    const { from, to } = state.doc.lineAt(Math.min(fault.position, state.doc.length));
    return [{ from, to, severity: 'error', message: fault.message }];
  },
  { delay: 300 },
);

/** The editor adds its styles by script. The content security policy allows that only with the page's nonce. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

/** The part of an editor's configuration that changes while it runs. */
const EDITING = new Compartment();

function extensionsOf(label: string, comparedWith: string | undefined): Extension[] {
  return [
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    bracketMatching(),
    json(),
    syntaxHighlighting(COLORS),
    EditorView.lineWrapping,
    nonce ? EditorView.cspNonce.of(nonce) : [],
    THEME,
    // Editable text is focusable anyway, but some tools only look for the attribute.
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    ...(comparedWith === undefined
      ? [
          EDITING.of([]),
          history(),
          indentOnInput(),
          highlightActiveLine(),
          lintGutter(),
          faults,
          // The Tab key leaves the editor, as it does elsewhere on the page.
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
        ]
      : [
          EditorState.readOnly.of(true),
          unifiedMergeView({ original: comparedWith, mergeControls: false, gutter: true }),
        ]),
  ];
}

/** The text editor of the selectors. It is loaded when it is shown. */
export default function CodeEditor({
  label,
  value,
  onChange,
  isReadOnly = false,
  comparedWith,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useEffectEvent((text: string) => onChange?.(text));

  useEffect(() => {
    if (!host.current) return undefined;
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) change(update.state.doc.toString());
    });
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc: value, extensions: [...extensionsOf(label, comparedWith), listener] }),
    });
    view.current = editor;
    return () => editor.destroy();
    // The text of a running editor changes below; a new comparison is a new editor.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [label, comparedWith]);

  useEffect(() => {
    const editor = view.current;
    const shown = editor?.state.doc.toString();
    if (editor && shown !== undefined && shown !== value) {
      editor.dispatch({ changes: { from: 0, to: shown.length, insert: value } });
    }
  }, [value]);

  useEffect(() => {
    const editing = EditorState.readOnly.of(isReadOnly);
    view.current?.dispatch({ effects: EDITING.reconfigure(editing) });
  }, [isReadOnly]);

  return <div ref={host} className={styles.editor} />;
}
