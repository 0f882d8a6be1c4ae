import { useEffect, useRef } from 'react';
import { CAPTURED_FIELDS } from '../../copy/capture.ts';
import { HERO } from '../../copy/landing.ts';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Destinations } from './destinations.tsx';
import { fly } from './fly.ts';
import { ProfileCard } from './profile-card.tsx';
import styles from './ping-stage.module.css';
import { usePing } from './use-ping.ts';

/** The product demo: a press on Ping sends the seven data points to a CRM, a sheet and a webhook. */
export function PingStage() {
  const stage = useRef<HTMLDivElement>(null);
  const { pressed, landed, done, press } = usePing(stage);

  useEffect(() => {
    const key = pressed ? CAPTURED_FIELDS[landed]?.key : undefined;
    const source = stage.current?.querySelector<HTMLElement>(`[data-source="${key}"]`);
    if (!key || !source) return;
    const targets = stage.current?.querySelectorAll<HTMLElement>(`[data-target="${key}"]`) ?? [];
    fly(source, targets, styles.copy ?? '');
  }, [pressed, landed]);

  return (
    <div ref={stage} className={`${layout.next} ${styles.stage}`}>
      <div className={styles.source}>
        <ProfileCard pressed={pressed} done={done} onPing={press} landed={pressed ? landed : 0} />
        <output className={styles.hint}>{done && HERO.done}</output>
      </div>
      <RingMark size={420} className={pressed ? `${styles.rings} ${styles.out}` : styles.rings} />
      <Destinations landed={landed} />
    </div>
  );
}
