/**
 * Makes unused components of the router removable for the minifier: an assignment of `displayName` and a call that is not
 * marked as pure keep a component and everything that it references.
 */
export default function dropNames(source) {
  return source
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/^(var \w+ = )(\w+\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2');
}
