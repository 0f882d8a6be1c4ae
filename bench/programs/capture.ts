import { captureProfile } from '../../extension/src/capture/capture-profile.ts';

/** Puts the capture where a measuring page can call it; in the extension it is out of every page's reach. */
Object.assign(globalThis, { captureProfile });
