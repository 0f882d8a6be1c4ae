import type { ServiceName } from '@leadping/contracts/services';
import type { Bus } from './bus.ts';
import type { StreamState } from './streams.ts';

const STREAM_CHECK_MS = 5000;

interface StreamListener {
  /** NATS lost its store, and the consumers with it. What pulls from them notices by heartbeats that do not come, ten seconds to half a minute later. */
  onMadeAnew: (producer: ServiceName) => void;
  /** What each look found; events go on without the servers that are behind, in fewer copies. */
  onState: (producer: ServiceName, state: StreamState) => void;
}

/**
 * Looks at the streams of producers from time to time.
 * @returns what ends it.
 */
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
    // Of one that does not reply there is nothing to see; the others are looked at beside it.
    void Promise.allSettled([...producers].map(look)).finally(() => (isLooking = false));
  }, STREAM_CHECK_MS);
  return () => clearInterval(timer);
}
