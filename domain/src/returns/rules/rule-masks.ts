/** A set of rules as bits, in the order of evaluation. */
export type RuleMask = Uint32Array<ArrayBuffer>

export const wordsFor = (rules: number): number => Math.max(1, Math.ceil(rules / 32))

/** The mask of the rules for which `holds` is true. */
export function maskOf<Rule>(rules: readonly Rule[], holds: (rule: Rule) => boolean): RuleMask {
  const mask = new Uint32Array(wordsFor(rules.length))
  for (const [index, rule] of rules.entries())
    if (holds(rule)) mask[index >>> 5] = (mask[index >>> 5] ?? 0) | (1 << (index & 31))
  return mask
}

/** The index of the first rule in both masks; -1 if there is none. */
export function firstInBoth(one: RuleMask, other: RuleMask): number {
  for (let word = 0; word < one.length; word++) {
    const both = (one[word] ?? 0) & (other[word] ?? 0)
    if (both !== 0) return word * 32 + (31 - Math.clz32(both & -both))
  }
  return -1
}

export function intersectInto(into: RuleMask, other: RuleMask): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) & (other[word] ?? 0)
}

export function uniteInto(into: RuleMask, other: RuleMask): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) | (other[word] ?? 0)
}

export const allRules = (words: number): RuleMask => new Uint32Array(words).fill(~0)

const NONE: RuleMask = new Uint32Array(1)

/** The indexes of the rules in a mask, ascending. */
export function placesIn(mask: RuleMask): number[] {
  const places: number[] = []
  for (const [word, bits] of mask.entries())
    for (let left = bits; left !== 0; left &= left - 1) places.push(word * 32 + (31 - Math.clz32(left & -left)))
  return places
}

/** Masks by name; names that no rule mentions use `elsewhere`. */
export type NameMasks = { readonly of: ReadonlyMap<string, RuleMask>; readonly elsewhere: RuleMask }

export function nameMasks<Rule>(rules: readonly Rule[], namesOf: (rule: Rule) => readonly string[]): NameMasks {
  const sets = rules.map((rule) => new Set(namesOf(rule)))
  const names = new Set(sets.flatMap((set) => [...set]))
  const takes = (name: string | undefined) =>
    maskOf(sets, (set) => set.size === 0 || (name !== undefined && set.has(name)))
  return { of: new Map([...names].map((name) => [name, takes(name)])), elsewhere: takes(undefined) }
}

export const maskNamed = ({ of, elsewhere }: NameMasks, name: string): RuleMask => of.get(name) ?? elsewhere

/** Masks by figure: `masks[i]` applies from `edges[i]` up to the next edge. */
export type RangeMasks = { readonly edges: Float64Array; readonly masks: readonly RuleMask[] }

/** Ranges of whole numbers, both ends included. */
export function rangeMasks<Rule>(
  rules: readonly Rule[],
  rangeOf: (rule: Rule) => { readonly from: number | null; readonly to: number | null } | null,
): RangeMasks {
  const ranges = rules.map(rangeOf)
  const edges = new Set<number>([Number.NEGATIVE_INFINITY])
  for (const range of ranges) {
    if (range && range.from !== null) edges.add(range.from)
    if (range && range.to !== null) edges.add(range.to + 1)
  }
  const sorted = Float64Array.from(edges).toSorted()
  return {
    edges: sorted,
    masks: Array.from(sorted, (edge) =>
      maskOf(
        ranges,
        (range) =>
          range === null || ((range.from === null || range.from <= edge) && (range.to === null || range.to >= edge)),
      ),
    ),
  }
}

export function maskAt({ edges, masks }: RangeMasks, figure: number): RuleMask {
  let [low, high] = [0, edges.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((edges[middle] ?? 0) <= figure) low = middle
    else high = middle - 1
  }
  return masks[low] ?? NONE
}
