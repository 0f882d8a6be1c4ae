/** Sales pages are made to stand in other people's sites; everything else may be framed by nobody but ourselves. */
export function isEmbeddable(pathname: string): boolean {
  return pathname === '/' || pathname.startsWith('/r/');
}
