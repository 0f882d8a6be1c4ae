import { RELEASE_ELEMENT_ID } from '../../contracts/src/gateway/page.ts';

/**
 * The policy by which the browser still takes text where it could become code, while the content security policy demands
 * Trusted Types. It stands before any other script of the page, nobody can replace it, and it lives in every page alone:
 * bundlers' run times, of ours and of other teams' remotes, name their chunks by text.
 *
 * Addresses of scripts: files of the shell and of the apps that the page's release document names, on our own origin.
 * HTML: text that holds no element (antd writes stylesheets that way), and the empty script element by which React
 * makes one. Everything else throws, as does all text that is to run.
 */
export const TRUSTED_TYPES_SCRIPT = [
  "window.trustedTypes?.createPolicy('default',{",
  String.raw`createHTML:h=>h.includes('<')&&h!=='<script>\x3c/script>'?null:h,`,
  'createScriptURL:u=>{let{origin:o,pathname:p}=new URL(u,location),[,a,n]=p.split("/");',
  "return o===location.origin&&a==='assets'&&",
  `(n==='shell'||JSON.parse(document.getElementById('${RELEASE_ELEMENT_ID}').textContent).remotes[n]?.entry)?u:null}})`,
].join('');
