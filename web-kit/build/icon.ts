import { COLORS } from '../src/theme/tokens.ts';

/** The mark as a picture of its own, in the colors of the light mode. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${COLORS.light.signal}"><circle cx="16" cy="16" r="5" fill="${COLORS.light.signal}"/><circle cx="16" cy="16" r="10" stroke-width="2.5"/><circle cx="16" cy="16" r="14.5" stroke-width="1.5" opacity=".5"/></svg>`;
