/** Characters of an address that are shown (specification, signed-in side §9); it is copied whole. */
const MAX_LENGTH = 50;

export const cutUrl = (url: string) => (url.length > MAX_LENGTH ? `${url.slice(0, MAX_LENGTH)}...` : url);
