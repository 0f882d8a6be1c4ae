interface Range {
  first: number;
  last: number;
}

/** One range of bytes, which is what players of video ask for; several at once get the whole file (RFC 9110 §14.2). */
export function readRange(header: string | undefined, length: number): Range | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return 'whole';
  const range =
    from === ''
      ? { first: Math.max(0, length - Number(to)), last: length - 1 }
      : { first: Number(from), last: Math.min(to === '' ? length - 1 : Number(to), length - 1) };
  return range.first > range.last ? 'unsatisfiable' : range;
}
