import type { Person } from '@leadping/extension/test/fixtures/people';
import type { Page } from '@playwright/test';

/** A profile page in plain clothes: the networking site's own look is its own. */
export function drawProfile({
  fullName,
  jobTitle,
  company,
  location,
  connectionsText,
  email,
}: Person): string {
  const contact = email ? `<div class="line"><a href="mailto:${email}">${email}</a></div>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${fullName} | LinkedIn</title></head><body>
<header><b>Home</b><span>My network</span><span>Jobs</span><span>Messages</span></header>
<main><section><div class="banner"></div><div class="face">ML</div><h1>${fullName}</h1>
<div data-field="headline">${jobTitle}</div><div class="line"><span data-field="company">${company}</span> · <span data-field="location">${location}</span></div>
<div class="line" data-field="connections">${connectionsText}</div>${contact}</section>
<section><h2>About</h2><p>Twenty years of freight, four of them with software. I build sales teams that listen first.</p></section>
<section><h2>Experience</h2><p>${jobTitle}, ${company}</p><p>Head of Partnerships, Harbour &amp; Sons</p></section></main></body></html>`;
}

/** The site has a dark look of its own as well; the button is the same in both. */
export function dressProfile(page: Page): Promise<void> {
  const css = `body { --ground: #f3f0e8; --card: #fff; --line: #e6e2d8; --text: #10141f; --quiet: #545a6b; --banner: #dcd8ff, #f6e7d2;
      margin: 0; background: var(--ground); font: 17px/1.5 system-ui, sans-serif; color: var(--text) }
    @media (prefers-color-scheme: dark) { body { --ground: #0d1017; --card: #171b26; --line: #2b3140; --text: #eceef4; --quiet: #a4abbd; --banner: #2b2763, #4a3a26 } }
    header { display: flex; gap: 32px; padding: 16px 96px; background: var(--card); border-bottom: 1px solid var(--line); color: var(--quiet) }
    main { max-width: 880px; margin: 32px auto }
    section { position: relative; margin-bottom: 20px; padding: 28px 36px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
    .banner { height: 150px; margin: -28px -36px 0; background: linear-gradient(120deg, var(--banner)); border-radius: 12px 12px 0 0 }
    .face { display: grid; place-items: center; width: 136px; height: 136px; margin: -76px 0 12px; background: #4338f5; color: #fff; border: 5px solid var(--card); border-radius: 50%; font-size: 44px; font-weight: 700 }
    h1 { display: inline-block; margin: 0; font-size: 30px }
    h2 { margin: 0 0 8px; font-size: 20px } p { margin: 0 0 8px }
    a { color: inherit; text-decoration: none }
    [data-field="headline"] { font-size: 19px } .line { color: var(--quiet) }
    @media (max-height: 600px) { main { margin-top: 16px } .banner { height: 104px } .face { width: 112px; height: 112px; margin-top: -64px; font-size: 36px } header { padding-block: 10px } }`;
  return addStyle(page, css);
}

/** By script, since the pages' policy takes no style from elsewhere. */
export function addStyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);
}
