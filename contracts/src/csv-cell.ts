/**
 * Places where a spreadsheet starts a formula: at the start of a text, and after each character that separates cells or
 * lines. In countries with a decimal comma that is the `;`. Spreadsheets skip quotes and spaces before the sign. Excel in
 * East Asian languages also reads the full-width signs.
 */
const FORMULA = /(^|[;\t\r\n])((?:["']|[^\S\t\r\n])*)(?=[=+\-@＝＋－＠])/g;

/** A cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets a quote in front of it. */
export function csvCell(text: string): string {
  const harmless = text.replace(/^(?=[\t\r])/, "'").replace(FORMULA, "$1'$2");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
