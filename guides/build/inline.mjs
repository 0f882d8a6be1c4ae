/** A loader that puts what a module comes to in its place: what reads files at build reads none in a browser. */
function inline() {
  const { folder, source } = this.getOptions();
  this.addContextDependency(folder);
  return source();
}

export default inline;
