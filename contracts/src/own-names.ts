import { BRAND } from './brand.ts';

/** Words that suggest the platform's own staff. */
const OWN_WORDS =
  'admin administrator billing contact help helpdesk hostmaster info moderator noreply official owner postmaster root sales security staff superuser support sysadmin system team webmaster';

const OWN_NAMES = new Set([BRAND.name.toLowerCase(), ...OWN_WORDS.split(' ')]);

/** Ignores case and punctuation: `Support` and `ad.min` are reserved, `supporters` is not. */
export const isReservedName = (name: string) =>
  OWN_NAMES.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** Characters that look like a Latin letter, in lower case and without marks. */
const LOOK_ALIKES = new Map(
  Object.entries({
    а: 'a',
    α: 'a',
    '4': 'a',
    '@': 'a',
    с: 'c',
    ϲ: 'c',
    ԁ: 'd',
    е: 'e',
    ε: 'e',
    '3': 'e',
    ɡ: 'g',
    '9': 'g',
    һ: 'h',
    н: 'h',
    і: 'i',
    ι: 'i',
    ı: 'i',
    '1': 'i',
    '!': 'i',
    '|': 'i',
    l: 'i',
    ӏ: 'i',
    м: 'm',
    п: 'n',
    η: 'n',
    о: 'o',
    ο: 'o',
    '0': 'o',
    р: 'p',
    ρ: 'p',
    ѕ: 's',
    '5': 's',
    $: 's',
    т: 't',
    τ: 't',
    '7': 't',
    υ: 'u',
    у: 'y',
  }),
);

/** The name in lower-case Latin letters with look-alikes replaced. `l` and `i` are treated as equal. */
function skeleton(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase();
  return [...letters]
    .map((letter) => LOOK_ALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^a-z]/g, '');
}

const OWN_SKELETONS = [...OWN_NAMES].map(skeleton);
const BRAND_SKELETON = skeleton(BRAND.name);

/**
 * Whether a name imitates the platform or its staff: it contains the platform's name, or consists of staff words only, as
 * in `Support Team`. Look-alike characters count as the letters that they imitate.
 */
export function imitatesPlatform(name: string): boolean {
  if (skeleton(name).includes(BRAND_SKELETON)) return true;
  const words = name
    .split(/[\s._-]+/)
    .map(skeleton)
    .filter(Boolean);
  return words.length > 0 && words.every((word) => OWN_SKELETONS.includes(word) || word === 'the');
}
