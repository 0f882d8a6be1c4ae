/**
 * Placeholder for the person in the address, in a selector's value or a path. In its own file, so that the content
 * script does not load the grammar.
 */
export const SLUG = '{slug}';
