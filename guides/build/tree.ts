import { type Expression, parseExpressionAt } from 'acorn';

/** The nodes of a guide's tree as far as they matter here. */
export interface Node {
  type: string;
  name?: string | null;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  attributes?: Attribute[];
  children?: Node[];
  data?: Record<string, unknown>;
  position?: Position;
}

interface Position {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

export interface Attribute {
  type: string;
  name?: string;
  value?: unknown;
}

/** The file that is compiled; `fail` names it with the line. */
export interface GuideFile {
  path: string;
  fail(reason: string, place?: Node): never;
}

export const isBlank = ({ type, value = '' }: Node) => type === 'text' && value.trim() === '';

export function textOf({ value = '', children = [] }: Node): string {
  return value + children.map(textOf).join('');
}

export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

/** An element that is compiled as it is named, without the map of components that MDX would look it up in. */
export function jsx(
  name: string,
  attributes: Readonly<Record<string, string | Code | undefined>>,
  children: Node[] = [],
  position?: Position,
): Node {
  return {
    type: 'mdxJsxFlowElement',
    name,
    attributes: Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([attribute, value]) => ({
        type: 'mdxJsxAttribute',
        name: attribute,
        value: value instanceof Code ? value.attribute() : value,
      })),
    children,
    data: { _mdxExplicitJsx: true },
    ...(position && { position }),
  };
}

/** The source of an expression. */
export class Code {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  attribute() {
    const expression: Expression = parseExpressionAt(this.#source, 0, { ecmaVersion: 2022 });
    return {
      type: 'mdxJsxAttributeValueExpression',
      value: this.#source,
      data: {
        estree: {
          type: 'Program',
          sourceType: 'module',
          comments: [],
          body: [{ type: 'ExpressionStatement', expression }],
        },
      },
    };
  }
}

/** A value of the copy in a text that is not MDX itself, as a summary or a block of code: `{FIGURES.setupTime}`. */
const COPY = /\{([A-Z][A-Z_]+(?:\.\w+)?)\}/g;

/** The source of a text in which `{BRAND.name}` and the like are values. */
export function template(text: string): string {
  if (text.search(COPY) < 0) return JSON.stringify(text);
  const escaped = text.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`);
  return `\`${escaped.replaceAll(COPY, '${$1}')}\``;
}
