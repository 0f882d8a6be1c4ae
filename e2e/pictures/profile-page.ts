import type { Person } from '@leadping/extension/test/fixtures/people';
import type { Page } from '@playwright/test';
import { until } from '../platform.ts';
import { SITE } from '../test/extension/world.ts';

/**
 * A profile page with the structure of the site in 2026, but without its design. The email is in the dialog "Contact
 * info", which starts closed.
 */
export function drawProfile({
  slug,
  fullName,
  jobTitle,
  company,
  location,
  connectionsText,
  contactInfo,
  degree,
  email,
}: Person): string {
  const own = `${SITE}/in/${encodeURIComponent(slug)}/`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${fullName} | LinkedIn</title></head><body>
<header><nav><b>Home</b><span>My network</span><span>Jobs</span><span>Messages</span></nav></header>
<main><section><div class="banner"></div><a class="face" href="${own}">ML</a>
<div class="name"><h2>${fullName}</h2><p>${degree}</p></div><p class="headline">${jobTitle}</p>
<div class="line"><p>${location}</p><p>·</p><p><a href="${own}overlay/contact-info/">${contactInfo}</a></p></div>
<div class="line"><p>${connectionsText}</p></div>
<div class="line"><a aria-label="Invite ${fullName} to connect" href="/preload/custom-invite/?vanityName=${slug}">Connect</a></div>
<div role="button" tabindex="0" class="company"><p>${company}</p></div></section>
<section><h2>About</h2><p>Twenty years of freight, four of them with software. I build sales teams that listen first.</p></section>
<section><h2>Experience</h2><a href="${SITE}/company/1/"><p>VP of Sales</p><p>${company} · Full-time</p><p>Jan 2021 - Present · 5 yrs</p></a></section></main>
<dialog aria-label="${contactInfo}"><h2>${contactInfo}</h2><p><a href="${own}">${own.replace('https://', '')}</a></p><p>Email</p><p><a href="mailto:${email}">${email}</a></p></dialog></body></html>`;
}

/** Opens and closes the dialog with the contact details, so that a later press has the email. */
export async function showContactInfo(page: Page): Promise<void> {
  const dialog = page.locator('dialog');
  await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
  await until('the button in the dialog', () => dialog.locator(':scope > :last-child:not(p)').count(), 10);
  await dialog.evaluate((element: HTMLDialogElement) => element.close());
}

/** The site has its own dark theme. The button looks the same in both. */
export function dressProfile(page: Page): Promise<void> {
  const css = `body { --ground: #f3f0e8; --card: #fff; --line: #e6e2d8; --text: #10141f; --quiet: #545a6b; --banner: #dcd8ff, #f6e7d2;
      margin: 0; background: var(--ground); font: 17px/1.5 system-ui, sans-serif; color: var(--text) }
    @media (prefers-color-scheme: dark) { body { --ground: #0d1017; --card: #171b26; --line: #2b3140; --text: #eceef4; --quiet: #a4abbd; --banner: #2b2763, #4a3a26 } }
    header { display: flex; gap: 32px; padding: 16px 96px; background: var(--card); border-bottom: 1px solid var(--line); color: var(--quiet) }
    main { max-width: 880px; margin: 32px auto }
    section { position: relative; margin-bottom: 20px; padding: 28px 36px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
    .banner { height: 150px; margin: -28px -36px 0; background: linear-gradient(120deg, var(--banner)); border-radius: 12px 12px 0 0 }
    .face { display: grid; place-items: center; width: 136px; height: 136px; margin: -76px 0 12px; background: #4338f5; color: #fff; border: 5px solid var(--card); border-radius: 50%; font-size: 44px; font-weight: 700 }
    nav { display: contents }
    h2 { margin: 0 0 8px; font-size: 20px } p { margin: 0 0 8px }
    .name, .line { display: flex; align-items: center; gap: 8px } .name p { margin: 0; color: var(--quiet) } .name h2 { margin: 0; font-size: 30px }
    a { color: inherit; text-decoration: none }
    .headline { margin: 4px 0 0; font-size: 19px } .line { color: var(--quiet) } .line p { margin: 0 } .line:has([aria-label]) { margin-top: 12px }
    [aria-label^="Invite"] { padding: 4px 18px; border: 1px solid currentColor; border-radius: 99px; font-weight: 600 }
    .company { position: absolute; right: 36px; bottom: 28px; font-weight: 600 } .company p { margin: 0 }
    @media (max-height: 600px) { main { margin-top: 16px } .banner { height: 104px } .face { width: 112px; height: 112px; margin-top: -64px; font-size: 36px } header { padding-block: 10px } }`;
  return addStyle(page, css);
}

/** Adds the style by script, because the page's policy allows no other styles. */
export function addStyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);
}
