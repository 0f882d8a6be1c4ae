/**
 * The engine numbers its errors from 1. Their state is `M` and four digits of base 36, from `M0000`. These are the
 * MongoDB codes of the errors that can occur here.
 */
const codesByOrdinal = new Map([
  [1, 1],
  [2, 2],
  [3, 5],
  [4, 9],
  [5, 14],
  [6, 15],
  [7, 20],
  [9, 26],
  [10, 27],
  [11, 28],
  [14, 40],
  [15, 43],
  [16, 48],
  [17, 52],
  [18, 53],
  [19, 54],
  [20, 56],
  [21, 57],
  [23, 66],
  [24, 67],
  [25, 68],
  [26, 72],
  [27, 73],
  [28, 85],
  [29, 86],
  [30, 111],
  [31, 115],
  [33, 146],
  [34, 159],
  [35, 165],
  [36, 166],
  [37, 167],
  [39, 197],
  [40, 224],
  [42, 241],
  [43, 263],
  [44, 276],
  [45, 291],
  [47, 10065],
  [48, 10334],
  [49, 11000],
  [54, 13113],
  [61, 15958],
  [76, 16554],
  [77, 16610],
  [78, 16611],
  [113, 17124],
  [119, 17419],
  [120, 17420],
  [189, 31253],
  [190, 31254],
  [195, 31325],
  [283, 40324],
  [296, 40414],
  [297, 40415],
  [342, 51091],
  [378, 4031700],
  [409, 5107200],
  [457, 121],
  [460, 16990],
  [526, 143],
  [537, 24],
  [538, 50],
  [539, 59],
  [541, 91],
  [542, 112],
  [546, 225],
  [547, 251],
  [548, 256],
  [552, 50768],
  [554, 171],
]);

/** PostgreSQL's own states. */
const codesByState = new Map([
  ['0A000', 115],
  ['22P02', 2],
  ['22021', 2],
  ['22023', 2],
  ['23505', 11000],
  ['23P01', 11000],
  ['25P02', 251],
  ['40001', 112],
  ['40P01', 112],
  ['42P01', 26],
  ['53100', 14031],
  ['53200', 146],
  ['54000', 67],
  ['55P03', 24],
  ['57014', 50],
]);

/** States in this range contain MongoDB's code directly. */
const directRange = { from: 687_865_856, to: 696_254_464 };

/** PostgreSQL packs the five characters of a state into an integer, six bits each. */
export function packState(state: string): number {
  return state
    .split('')
    .reduce((sum, char, index) => sum + ((char.charCodeAt(0) - 48) & 63) * 2 ** (6 * index), 0);
}

function unpackState(packed: number): string {
  return Array.from({ length: 5 }, (_, index) =>
    String.fromCharCode((Math.floor(packed / 2 ** (6 * index)) & 63) + 48),
  ).join('');
}

const unknownError = 8;

/** The MongoDB code of an error state of five characters. */
export function codeOfState(state: string): number {
  const packed = packState(state);
  if (packed >= directRange.from && packed < directRange.to) return packed - directRange.from;
  if (/^M[0-9A-Z]{4}$/.test(state)) {
    return codesByOrdinal.get(Number.parseInt(state.slice(1), 36) + 1) ?? unknownError;
  }
  return codesByState.get(state) ?? (state.startsWith('XX') ? 1 : unknownError);
}

/**
 * The MongoDB code of a number in a write error. It is a packed state, or already a MongoDB code if the state is
 * unknown.
 */
export function codeOfPackedState(packed: number): number {
  const code = codeOfState(unpackState(packed));
  return code === unknownError && packed < 100_000 ? packed : code;
}
