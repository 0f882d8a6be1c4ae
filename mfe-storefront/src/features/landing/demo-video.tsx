import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { useRef, useState } from 'react';
import { VIDEO } from '../../copy/landing.ts';
import captions from '../../media/capture.vtt';
import poster from '../../media/capture.webp';
import film from '../../media/capture.webm';
import { Section } from '../page/section.tsx';
import styles from './demo-video.module.css';
import { playFilm } from './play-film.ts';
import { useNear } from './use-near.ts';

export function DemoVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const near = useNear(video);
  const [isStarted, setStarted] = useState(false);

  function playFrom(seconds: number) {
    const player = video.current;
    if (!player) return;
    player.currentTime = seconds;
    playFilm(player);
  }

  return (
    <Section id="demo-video" title={VIDEO.title} lead={VIDEO.lead} className={styles.section}>
      <div className={styles.theatre}>
        <div className={styles.screen}>
          <video
            ref={video}
            className={styles.video}
            controls
            playsInline
            muted
            preload="none"
            poster={near ? poster : undefined}
            width={960}
            height={540}
            aria-label={VIDEO.title}
            onPlay={({ currentTarget }) => {
              setStarted(true);
              showCaptions(currentTarget);
            }}
          >
            <source src={film} type="video/webm" />
            <track kind="captions" src={captions} srcLang="en" label="English" />
          </video>
          {!isStarted && (
            <button
              type="button"
              className={styles.play}
              aria-label="Play the film"
              onClick={() => playFrom(0)}
            >
              <RingMark size={96} />
            </button>
          )}
        </div>
        <ol className={styles.chapters} aria-label="Chapters">
          {VIDEO.chapters.map(({ at, text }) => (
            <li key={at}>
              <button type="button" className={styles.chapter} onClick={() => playFrom(at)}>
                <span className={styles.time}>0:{String(at).padStart(2, '0')}</span>
                {text}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

/** Enables the captions by script, because every visitor would download a default track with the page. */
function showCaptions(video: HTMLVideoElement) {
  const [captions] = video.textTracks;
  if (captions?.mode === 'disabled') captions.mode = 'showing';
}
