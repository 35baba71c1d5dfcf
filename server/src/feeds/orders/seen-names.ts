/** Of a table's places, so many may be taken before it gets twice as many. */
const FULL = 0.6
const FIRST_PLACES = 1 << 8
/** A table is made larger in one turn of the event loop: each is small, and there are many. */
const TABLES = 64
/** Some two and a half million names, in 67 MB. */
const MAX_PLACES = (1 << 22) / TABLES

/**
 * Names of a file that have been seen, with two numbers beside each. It remembers no texts but 52 bits of each, so that a file
 * of any size takes little memory: of two million names, two are taken for one another once in some thousands of files.
 */
export class SeenNames {
  readonly #tables: readonly NameTable[]

  constructor(maxPlaces = MAX_PLACES) {
    this.#tables = Array.from({ length: TABLES }, () => new NameTable(maxPlaces))
  }

  /** The two numbers of a name; undefined for one that has not been seen, or is not remembered. */
  get(name: string): readonly [one: number, other: number] | undefined {
    const key = hashOf(name)
    return this.#tables[key % TABLES]?.get(key)
  }

  set(name: string, one: number, other: number): void {
    const key = hashOf(name)
    this.#tables[key % TABLES]?.set(key, one, other)
  }

  /** Whether there were too many: some of those that came last are not remembered. */
  get isFull(): boolean {
    return this.#tables.some((table) => table.isFull)
  }
}

class NameTable {
  #keys = new Float64Array(FIRST_PLACES)
  #ones = new Uint32Array(FIRST_PLACES)
  #others = new Uint32Array(FIRST_PLACES)
  readonly #maxPlaces: number
  #size = 0
  isFull = false

  constructor(maxPlaces: number) {
    this.#maxPlaces = maxPlaces
  }

  get(key: number): readonly [one: number, other: number] | undefined {
    const at = this.#placeOf(key)
    return this.#keys[at] === 0 ? undefined : [this.#ones[at] ?? 0, this.#others[at] ?? 0]
  }

  set(key: number, one: number, other: number): void {
    const isThere = this.#keys[this.#placeOf(key)] !== 0
    if (!isThere && this.#size >= this.#keys.length * FULL) {
      if (this.#keys.length >= this.#maxPlaces) {
        this.isFull = true
        return
      }
      this.#grow()
    }
    if (!isThere) this.#size++
    this.#put(key, one, other)
  }

  #put(key: number, one: number, other: number): void {
    const at = this.#placeOf(key)
    this.#keys[at] = key
    this.#ones[at] = one
    this.#others[at] = other
  }

  #placeOf(key: number): number {
    const places = this.#keys.length
    let at = Math.floor(key / TABLES) % places
    while (this.#keys[at] !== 0 && this.#keys[at] !== key) at = (at + 1) % places
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

/** 52 bits of a name, never 0: FNV-1a twice, with other beginnings. */
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
