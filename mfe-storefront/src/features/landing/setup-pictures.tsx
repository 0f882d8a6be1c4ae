import type { ReactNode } from 'react';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { setupKey, setupPing, setupWebhook } from '../../media/extension/setup-pictures.ts';
import { ExtensionPicture } from '../page/extension-picture.tsx';
import styles from './setup-pictures.module.css';

/**
 * One picture for each of the four setup steps. The store is a drawing, and the others show the real extension.
 */
export const SETUP_PICTURES: readonly ReactNode[] = [
  <div key="store" className={styles.screen}>
    <RingMark size={40} className={styles.mark} />
    <span className={styles.pill}>Add to Chrome</span>
  </div>,
  ...[setupKey, setupWebhook, setupPing].map((picture) => (
    <div key={picture.light} className={styles.taken}>
      <ExtensionPicture picture={picture} alt="" />
    </div>
  )),
];
