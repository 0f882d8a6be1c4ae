import { RELEASE_ELEMENT_ID } from '../../contracts/src/gateway/page.ts';

/**
 * The default policy for Trusted Types, which the content security policy requires. It is needed because bundler
 * runtimes, of our remotes and of other teams' remotes, name their chunks by text. It is created before any other
 * script of the page, and nobody can replace it. It allows script addresses of the shell and of the apps in the page's
 * release document, on our own origin. It allows HTML without elements (antd writes stylesheets that way), and the
 * empty script element by which React creates scripts. Everything else throws, including all text to be run as a
 * script.
 */
export const TRUSTED_TYPES_SCRIPT = [
  "window.trustedTypes?.createPolicy('default',{",
  String.raw`createHTML:h=>h.includes('<')&&h!=='<script>\x3c/script>'?null:h,`,
  'createScriptURL:u=>{let{origin:o,pathname:p}=new URL(u,location),[,a,n]=p.split("/");',
  "return o===location.origin&&a==='assets'&&",
  `(n==='shell'||JSON.parse(document.getElementById('${RELEASE_ELEMENT_ID}').textContent).remotes[n]?.entry)?u:null}})`,
].join('');
