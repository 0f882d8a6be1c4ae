/** The form in which texts are compared in searches: composed letters, lower case. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();
