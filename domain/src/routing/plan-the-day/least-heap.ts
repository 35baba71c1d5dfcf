/** A binary heap of numbered items; the one with the least weight comes first. */
export class LeastHeap {
  readonly #weights: number[] = []
  readonly #items: number[] = []

  push(weight: number, item: number): void {
    let at = this.#weights.length
    this.#weights.push(weight)
    this.#items.push(item)
    while (at > 0) {
      const above = (at - 1) >> 1
      if ((this.#weights[above] ?? 0) <= weight) break
      this.#move(above, at)
      at = above
    }
    this.#weights[at] = weight
    this.#items[at] = item
  }

  /** The first item; undefined if the heap is empty. */
  get first(): number | undefined {
    return this.#items[0]
  }

  /** Its weight; Infinity if the heap is empty. */
  get least(): number {
    return this.#weights[0] ?? Number.POSITIVE_INFINITY
  }

  dropFirst(): void {
    const [weight, item] = [this.#weights.pop(), this.#items.pop()]
    const count = this.#weights.length
    if (count === 0 || weight === undefined || item === undefined) return
    let at = 0
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      if (left >= count) break
      const below = right < count && (this.#weights[right] ?? 0) < (this.#weights[left] ?? 0) ? right : left
      if ((this.#weights[below] ?? 0) >= weight) break
      this.#move(below, at)
      at = below
    }
    this.#weights[at] = weight
    this.#items[at] = item
  }

  #move(from: number, to: number): void {
    this.#weights[to] = this.#weights[from] ?? 0
    this.#items[to] = this.#items[from] ?? 0
  }
}
