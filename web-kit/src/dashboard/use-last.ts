import { useState } from 'react';

/** The last value that there was: a dialog that closes shows it until it is gone. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
