import { translate, type Text, type TextKey } from '../text.ts';

/**
 * Fills the static part of a page: `data-text` is the text of an element, `data-label` its accessible name.
 * Sets the language of the texts, because Chrome's own language may have no translation.
 */
export function translatePage(): void {
  document.documentElement.lang = translate('language');
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = translate(element.dataset.text as TextKey);
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]'))
    element.setAttribute('aria-label', translate(element.dataset.label as TextKey));
}

/** A private use character, because Chrome drops control characters from substitutions. */
const MARK = '\ue000';

export function translateNodes(key: TextKey, ...nodes: Node[]): Node[] {
  const marked: Text = [key, ...nodes.map((_, index) => `${MARK}${index}${MARK}`)];
  return translate(...marked)
    .split(MARK)
    .map((part, index) => (index % 2 === 1 && nodes[Number(part)]) || document.createTextNode(part));
}

/** "1 device", "3 devices". The supported languages need at most two forms. */
export function counted(count: number, one: TextKey, many: TextKey): string {
  const language = translate('language');
  const isOne = new Intl.PluralRules(language).select(count) === 'one';
  return translate(isOne ? one : many, count.toLocaleString(language));
}
