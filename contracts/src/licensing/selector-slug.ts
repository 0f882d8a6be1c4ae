/** Placeholder for the person in the address, in a selector's value or a path. A file of its own keeps the grammar out of the content script. */
export const SLUG = '{slug}';
