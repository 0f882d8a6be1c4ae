/** Usual rates of the tax on digital goods, in percent. They make plausible amounts and are no tax advice. */
const USUAL_RATES: Readonly<Record<string, number>> = {
  AT: 20,
  AU: 10,
  BE: 21,
  CA: 5,
  CH: 8.1,
  CZ: 21,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  IE: 23,
  IN: 18,
  IT: 22,
  JP: 10,
  NL: 21,
  NO: 25,
  NZ: 15,
  PL: 23,
  PT: 23,
  SE: 25,
  US: 8.875,
};

export const taxCountries = Object.keys(USUAL_RATES);

export function findUsualRate(country: string): number | undefined {
  return USUAL_RATES[country];
}
