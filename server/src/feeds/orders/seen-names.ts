/** Share of used slots at which a table doubles. */
const MAX_LOAD = 0.6
const INITIAL_SLOTS = 1 << 8
/** Many small tables, because a table grows within one turn of the event loop. */
const TABLES = 64
/** About 2.5 million names in 67 MB. */
const MAX_SLOTS = (1 << 22) / TABLES

/**
 * Remembers names with two numbers each. It stores only 52 bits of each name, so that any file takes little memory:
 * among two million names, two are confused in one of several thousand files.
 */
export class SeenNames {
  readonly #tables: readonly NameTable[]

  constructor(maxSlots = MAX_SLOTS) {
    this.#tables = Array.from({ length: TABLES }, () => new NameTable(maxSlots))
  }

  /** The numbers of a name; undefined if it is new or was not remembered. */
  get(name: string): readonly [one: number, other: number] | undefined {
    const key = hashOf(name)
    return this.#tables[key % TABLES]?.get(key)
  }

  set(name: string, one: number, other: number): void {
    const key = hashOf(name)
    this.#tables[key % TABLES]?.set(key, one, other)
  }

  /** Whether the limit was reached, so that later names were not remembered. */
  get isFull(): boolean {
    return this.#tables.some((table) => table.isFull)
  }
}

class NameTable {
  #keys = new Float64Array(INITIAL_SLOTS)
  #ones = new Uint32Array(INITIAL_SLOTS)
  #others = new Uint32Array(INITIAL_SLOTS)
  readonly #maxSlots: number
  #size = 0
  isFull = false

  constructor(maxSlots: number) {
    this.#maxSlots = maxSlots
  }

  get(key: number): readonly [one: number, other: number] | undefined {
    const at = this.#slotOf(key)
    return this.#keys[at] === 0 ? undefined : [this.#ones[at] ?? 0, this.#others[at] ?? 0]
  }

  set(key: number, one: number, other: number): void {
    const isThere = this.#keys[this.#slotOf(key)] !== 0
    if (!isThere && this.#size >= this.#keys.length * MAX_LOAD) {
      if (this.#keys.length >= this.#maxSlots) {
        this.isFull = true
        return
      }
      this.#grow()
    }
    if (!isThere) this.#size++
    this.#put(key, one, other)
  }

  #put(key: number, one: number, other: number): void {
    const at = this.#slotOf(key)
    this.#keys[at] = key
    this.#ones[at] = one
    this.#others[at] = other
  }

  #slotOf(key: number): number {
    const slots = this.#keys.length
    let at = Math.floor(key / TABLES) % slots
    while (this.#keys[at] !== 0 && this.#keys[at] !== key) at = (at + 1) % slots
    return at
  }

  #grow(): void {
    const [keys, ones, others] = [this.#keys, this.#ones, this.#others]
    this.#keys = new Float64Array(keys.length * 2)
    this.#ones = new Uint32Array(keys.length * 2)
    this.#others = new Uint32Array(keys.length * 2)
    for (const [from, key] of keys.entries()) if (key !== 0) this.#put(key, ones[from] ?? 0, others[from] ?? 0)
  }
}

/** A 52-bit hash, never 0: FNV-1a twice with different starts. */
function hashOf(name: string): number {
  let one = 0x81_1c_9d_c5
  let other = 0x01_00_01_93
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01_00_01_93)
    other = Math.imul(other ^ code, 0x85_eb_ca_6b)
    other ^= other >>> 15
  }
  return (one >>> 0) * 0x10_00_00 + ((other >>> 0) & 0x0f_ff_ff) + 1
}
