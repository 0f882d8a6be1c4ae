import type { ServiceName } from '@leadping/contracts/services';
import type { Bus } from './bus.ts';
import type { StreamState } from './streams.ts';

const STREAM_CHECK_MS = 5000;

interface StreamListener {
  /**
   * Called if NATS has lost its store, and with it the consumers. Their readers notice only by missing heartbeats, ten
   * to thirty seconds later.
   */
  onMadeAnew: (producer: ServiceName) => void;
  /** Called with the result of each check. Events continue without the servers that lag behind, in fewer copies. */
  onState: (producer: ServiceName, state: StreamState) => void;
}

/** Checks the streams of producers periodically. @returns a function that stops it */
export function watchStreams(
  bus: Pick<Bus, 'readStream' | 'isConnected'>,
  producers: ReadonlySet<ServiceName>,
  { onMadeAnew, onState }: StreamListener,
): () => void {
  const madeAt = new Map<ServiceName, string>();
  let isLooking = false;
  const look = async (producer: ServiceName) => {
    const state = await bus.readStream(producer);
    const { createdAt } = state;
    const before = madeAt.get(producer) ?? createdAt;
    madeAt.set(producer, createdAt);
    if (before !== createdAt) onMadeAnew(producer);
    onState(producer, state);
  };
  const timer = setInterval(() => {
    if (isLooking || !bus.isConnected()) return;
    isLooking = true;
    // Checked in parallel. A stream that does not reply is ignored and does not delay the others.
    void Promise.allSettled([...producers].map(look)).finally(() => (isLooking = false));
  }, STREAM_CHECK_MS);
  return () => clearInterval(timer);
}
