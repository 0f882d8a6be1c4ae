const LINES_PER_PAGE = 46;
const [WIDTH, HEIGHT, MARGIN, LEADING] = [595, 842, 56, 16] as const;

/** A PDF of plain lines in one font. Characters outside Latin-1 become question marks. */
export function buildPdf(lines: readonly string[]): Buffer {
  const pages: string[][] = [];
  for (let start = 0; start === 0 || start < lines.length; start += LINES_PER_PAGE)
    pages.push(lines.slice(start, start + LINES_PER_PAGE));
  const pageId = (index: number) => 4 + index * 2;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageId(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${pageId(index) + 1} 0 R >>`,
      stream(page),
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function stream(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf ${LEADING} TL ${MARGIN} ${HEIGHT - MARGIN} Td\n${shown}\nET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function escapeText(line: string): string {
  return (
    line
      // The euro is not in Latin-1, but WinAnsi has it at 0x80.
      .replaceAll('€', '\u0080')
      .replaceAll(/[^\u0020-\u007e\u0080\u00a0-\u00ff]/g, '?')
      .replaceAll(/[\\()]/g, (sign) => `\\${sign}`)
  );
}
