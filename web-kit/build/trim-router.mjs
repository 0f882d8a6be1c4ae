/**
 * Makes unused components of the router removable for the minifier: an assignment of `displayName` and a call that is not
 * marked as pure keep a component and everything that it references. Its warnings to developers go: in development they
 * come from another file.
 */
export default function trimRouter(source) {
  return source
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/^(var \w+ = )(\w+\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2')
    .replaceAll(/^( *)warning\(\n(?:\1 .*\n)*\1\);$/gm, '');
}
