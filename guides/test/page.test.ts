import { describe, expect, it } from '@jest/globals';
import { compileSync } from '@mdx-js/mdx';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mdxOptions } from '../build/mdx-options.ts';
import { GUIDES_FOLDER } from '../src/read-guides.ts';

const FILE = path.join(GUIDES_FOLDER, 'installation.mdx');
const TEXT = readFileSync(FILE, 'utf8');
const options = mdxOptions(path.resolve(import.meta.dirname, '../../mfe-storefront/guide-parts.json'));

const compile = (value: string) => String(compileSync({ value, path: FILE }, options));
/** The page of a modified guide. */
function changed(from: string | RegExp, to: string): string {
  const text = TEXT.replace(from, to);
  if (text === TEXT) throw new Error('The guide does not have what is to be changed.');
  return compile(text);
}

describe('the page of a guide', () => {
  it('is a module that imports what the text names and otherwise only elements', () => {
    const page = compile(TEXT);
    expect(page).toContain('import {GuidePage} from');
    expect(page).toContain('import {StoreLink} from');
    expect(page).not.toContain('import {BoardPicture} from');
    // Elements are compiled by name, without a map of components.
    expect(page).not.toContain('_components');
    expect(page).toContain('`In ${FIGURES.setupTime} ${BRAND.name} is in your browser');
  });

  it('uses the title for a link to a guide without text', () => {
    expect(changed('[Zapier](/docs/zapier-integration)', '[](/docs/webhooks)')).toContain(
      '"Webhooks: what is sent, and how"',
    );
  });

  it.each<[string, string | RegExp, string, RegExp]>([
    ['a component that there is none of', '<PingPicture />', '<PongPicture />', /there is no PongPicture/],
    ['a figure that there is none of', '{BRAND.name} from', '{PRICES.main} from', /there is no PRICES/],
    ['a link to no guide', '/docs/zapier-integration)', '/docs/zapp)', /there is no guide \/docs\/zapp/],
    ['no needs', '## Before you start', '## Hello', /the first heading is “What you need”/],
    ['steps out of order', '## Step 2:', '## Step 3:', /this is step 2, not 3/],
    ['no check', '## Check that it worked', '## Done', /after the last step comes “## Check that it worked”/],
    ['no way out', '## Troubleshooting', '## The end', /the last heading is “## Troubleshooting”/],
    ['two parts of one address', '[#configure]', '[#test]', /two parts have the address #test/],
    ['an empty part', /(## Step 5: Test\n)[^#]+/, '$1\n', /“Test” has no text/],
    [
      'code that does not say what it is',
      '<PingPicture />',
      '```js\n1\n```',
      /a block of code says what it is/,
    ],
  ])('is not built with %s', (_, from, to, message) => {
    expect(() => changed(from, to)).toThrow(message);
  });
});
