/**
 * A loader that replaces a module by its value, because modules that read files at build time cannot do so in a
 * browser.
 */
function inline() {
  const { folder, source } = this.getOptions();
  this.addContextDependency(folder);
  return source();
}

export default inline;
