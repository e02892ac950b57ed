/** Items of which the last in an order is always known. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #isAfter: (a: T, b: T) => boolean;

  constructor(isAfter: (a: T, b: T) => boolean) {
    this.#isAfter = isAfter;
  }

  get size(): number {
    return this.#items.length;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isAfter(item, items[parent] as T)) break;
      items[at] = items[parent] as T;
      at = parent;
    }
    items[at] = item;
  }

  /** Takes out the last in the order. Only while there is any. */
  pop(): T {
    const items = this.#items;
    const [top] = items as [T];
    const item = items.pop() as T;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && this.#isAfter(items[child + 1] as T, items[child] as T)) child++;
      if (!this.#isAfter(items[child] as T, item)) break;
      items[at] = items[child] as T;
      at = child;
    }
    if (items.length > 0) items[at] = item;
    return top;
  }
}
