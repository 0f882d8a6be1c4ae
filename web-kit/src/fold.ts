/** Normalizes a text for searches: composed letters (NFC), lower case. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();
