import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Button, Empty } from '@leadping/web-kit/ui/core';
import styles from './nothing.module.css';
import type { DeskAddress } from './use-desk-address.ts';

interface NothingProps {
  address: DeskAddress;
  onGo: (change: Partial<DeskAddress>) => void;
}

/** Explains why the list is empty, with a button that leads on. */
export function Nothing({ address: { search, status, page }, onGo }: NothingProps) {
  if (page > 1) {
    return (
      <Empty image={<RingMark size={72} className={styles.rings} />} description="Nothing on this page.">
        <Button onClick={() => onGo({ page: 1 })}>First page</Button>
      </Empty>
    );
  }
  if (search || status) {
    return (
      <Empty
        image={<RingMark size={72} className={styles.rings} />}
        description="No tickets match these filters."
      >
        <Button onClick={() => onGo({ search: '', status: undefined })}>Show all tickets</Button>
      </Empty>
    );
  }
  return (
    <Empty
      image={<RingMark size={72} className={styles.rings} />}
      description="No tickets yet. When a customer writes, the ticket appears here automatically."
    />
  );
}
