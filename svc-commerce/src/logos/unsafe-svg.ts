/** In its own module, so that importing it does not load the SVG parser, which only the worker thread needs. */
export class UnsafeSvg extends Error {}
