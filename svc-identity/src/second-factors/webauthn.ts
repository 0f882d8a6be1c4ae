/** The library of passkeys: 8 MB, loaded when the first of them is used. */
export const webauthn = () => import('@simplewebauthn/server');
