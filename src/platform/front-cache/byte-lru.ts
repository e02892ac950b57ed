/** An LRU map bounded by the total size of its values. */
export interface ByteLru<V extends { bytes: number }> {
  get(key: string): V | undefined;
  /** Stores a value; ignores one larger than an eighth of the capacity. */
  set(key: string, value: V): void;
  delete(key: string): void;
  entries(): IterableIterator<[string, V]>;
  readonly bytes: number;
  readonly size: number;
}

/** @param onForgotten called for each value that is evicted, replaced or deleted */
export function byteLru<V extends { bytes: number }>(
  maxBytes: number,
  onForgotten: (value: V) => void = () => {},
): ByteLru<V> {
  const values = new Map<string, V>();
  let bytes = 0;
  /** Avoids reordering the map for the most requested page. */
  let newest: string | undefined;
  const remove = (key: string) => {
    const value = values.get(key);
    if (!value) return;
    values.delete(key);
    bytes -= value.bytes;
    onForgotten(value);
  };
  return {
    get(key) {
      const value = values.get(key);
      if (value && key !== newest) {
        values.delete(key);
        values.set(key, value);
        newest = key;
      }
      return value;
    },
    set(key, value) {
      remove(key);
      if (value.bytes > maxBytes / 8) {
        onForgotten(value);
        return;
      }
      values.set(key, value);
      newest = key;
      bytes += value.bytes;
      for (const oldest of values.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    entries: () => values.entries(),
    get bytes() {
      return bytes;
    },
    get size() {
      return values.size;
    },
  };
}
