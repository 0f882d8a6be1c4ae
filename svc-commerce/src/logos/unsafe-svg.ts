/** In a file of its own: only the thread that reads the file loads the parser. */
export class UnsafeSvg extends Error {}
