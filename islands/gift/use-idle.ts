import { useCallback, useEffect, useRef, useState } from 'react';

/** How long controls stay after the last touch, in milliseconds. */
const STAY = 2000;

/** Whether nobody has touched anything for two seconds. @param isRunning false keeps it awake */
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
