import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import { SHEET_SCRIPT } from '../src/pages/sheet-script.ts';

it('the script for a spreadsheet adds a row for each lead, with headings first and no live formula', () => {
  const rows: unknown[][] = [];
  const sheet = { getLastRow: () => rows.length, appendRow: (row: unknown[]) => rows.push(row) };
  const lock = { waitLock: () => {}, releaseLock: () => {} };
  const context = vm.createContext({
    LockService: { getScriptLock: () => lock },
    SpreadsheetApp: { getActive: () => ({ getSheets: () => [sheet] }), flush: () => {} },
    ContentService: { createTextOutput: (text: string) => text },
  });
  vm.runInContext(SHEET_SCRIPT, context);
  const post = (lead: object) => {
    Object.assign(context, { event: { postData: { contents: JSON.stringify(lead) } } });
    return vm.runInContext('doPost(event)', context) as unknown;
  };
  expect(post(SAMPLE_LEAD)).toBe('ok');
  post({ ...SAMPLE_LEAD, fullName: '=HYPERLINK("x")', email: null });
  expect(rows.map((row) => row.slice(1).map(String))).toEqual([
    ['fullName', 'jobTitle', 'company', 'location', 'connections', 'profileUrl', 'email'],
    Object.values(SAMPLE_LEAD).map(String),
    ['\'=HYPERLINK("x")', ...Object.values(SAMPLE_LEAD).slice(1, -1).map(String), ''],
  ]);
});

it('the script for a spreadsheet equals the one in the guide on webhooks', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../guides/docs/webhooks.mdx'), 'utf8');
  expect(guide).toContain(SHEET_SCRIPT);
});
