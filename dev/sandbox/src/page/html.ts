import escapeHtml from 'escape-html';

export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | null | undefined | false | readonly Html[];

/** Markup that escapes every value except nested markup. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  const markup = strings.reduce((all, string, index) => all + string + render(values[index]), '');
  return new Html(markup);
}

function render(value: Part): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map((each) => each.markup).join('');
  return escapeHtml(String(value));
}
