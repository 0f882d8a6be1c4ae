/** The global under which remotes find the federation runtime. Its number equals `FEDERATION` in the contract. */
export const RUNTIME_GLOBAL = '__LEADPING_FEDERATION_2__';
