import { captureProfile } from '../../extension/src/capture/capture-profile.ts';

/** Exposes the capture to a measuring page. In the extension no page can reach it. */
Object.assign(globalThis, { captureProfile });
