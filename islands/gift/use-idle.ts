import { useCallback, useEffect, useRef, useState } from 'react';

/** How long controls stay visible after the last touch, in milliseconds. */
const STAY = 2000;

/** Whether nothing was touched for two seconds. @param isRunning false: never idle */
export function useIdle(isRunning: boolean): { isIdle: boolean; wake(): void } {
  const [isIdle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const wake = useCallback(() => {
    clearTimeout(timer.current);
    setIdle(false);
    if (isRunning) timer.current = setTimeout(() => setIdle(true), STAY);
  }, [isRunning]);

  useEffect(() => {
    wake();
    return () => clearTimeout(timer.current);
  }, [wake]);

  return { isIdle: isIdle && isRunning, wake };
}
