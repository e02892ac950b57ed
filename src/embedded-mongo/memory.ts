/** Bytes that many may hold together. */
export interface SharedMemory {
  /** Resolves once there is room for so many bytes; of those that wait, the smallest is first. */
  take(bytes: number): Promise<void>;
  give(bytes: number): void;
}

export function shareMemory(total: number): SharedMemory {
  let left = total;
  const waiting: { bytes: number; start(): void }[] = [];
  const next = (): void => {
    for (let first = waiting[0]; first && first.bytes <= left; first = waiting[0]) {
      left -= first.bytes;
      waiting.shift();
      first.start();
    }
  };
  return {
    take: (bytes) =>
      new Promise((start) => {
        waiting.push({ bytes, start });
        waiting.sort((a, b) => a.bytes - b.bytes);
        next();
      }),
    give(bytes) {
      left += bytes;
      next();
    },
  };
}
