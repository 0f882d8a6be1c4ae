/** Where remotes find the federation runtime on the page. Its number is that of `FEDERATION` in the contract. */
export const RUNTIME_GLOBAL = '__LEADPING_FEDERATION_2__';
