/** The overview lists this many (specification, signed-in side §9). */
export const MAX_RECENT = 5;
