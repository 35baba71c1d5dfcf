export type Move = { readonly from: string | null; readonly to: string | null; readonly count: number }

/** An end of moves: the number of consignments and its position. */
export type FlowEnd = { readonly name: string; readonly count: number; readonly top: number; readonly height: number }
/** A band between two ends; its thickness is the number of consignments. The numbers are the heights of its corners. */
export type FlowBand = {
  readonly from: string
  readonly to: string
  readonly count: number
  readonly left: Span
  readonly right: Span
}
type Span = { readonly top: number; readonly bottom: number }
export type Flow = {
  readonly from: readonly FlowEnd[]
  readonly to: readonly FlowEnd[]
  readonly bands: readonly FlowBand[]
}

/** Further ends of a side are merged. */
const MAX_ENDS = 8
const OTHERS = 'Others'
/** In pixels: the gap between two ends, and the minimum height for a readable end. */
const GAP = 6
const MIN_HEIGHT = 18

/** Lays out moves as bands between two columns of ends, largest first, within about `height` pixels. */
export function flowOf(moves: readonly Move[], height: number, nameOf: (end: string | null) => string): Flow {
  const [fromName, toName] = [namer(moves, 'from', nameOf), namer(moves, 'to', nameOf)]
  const total = moves.reduce((sum, { count }) => sum + count, 0)
  const scale = total === 0 ? 0 : height / total
  const counts = new Map<string, { from: string; to: string; count: number }>()
  for (const move of moves) {
    const [from, to] = [fromName(move.from), toName(move.to)]
    const key = JSON.stringify([from, to])
    counts.set(key, { from, to, count: (counts.get(key)?.count ?? 0) + move.count })
  }
  const all = [...counts.values()]
  const [from, to] = [endsOf(all, 'from', scale), endsOf(all, 'to', scale)]
  const next = { from: new Map(from.map(tops)), to: new Map(to.map(tops)) }
  const span = (side: 'from' | 'to', name: string, count: number): Span => {
    const top = next[side].get(name) ?? 0
    next[side].set(name, top + count * scale)
    return { top, bottom: top + count * scale }
  }
  const place = (ends: readonly FlowEnd[], name: string) => ends.findIndex((end) => end.name === name)
  const bands = all
    .toSorted(
      (one, other) => place(from, one.from) - place(from, other.from) || place(to, one.to) - place(to, other.to),
    )
    .map((band) => ({ ...band, left: span('from', band.from, band.count), right: span('to', band.to, band.count) }))
  return { from, to, bands }
}

const tops = ({ name, top }: FlowEnd) => [name, top] as const

/** Names each end; all beyond the largest share a name. */
function namer(moves: readonly Move[], side: 'from' | 'to', nameOf: (end: string | null) => string) {
  const counts = new Map<string | null, number>()
  for (const move of moves) counts.set(move[side], (counts.get(move[side]) ?? 0) + move.count)
  const largest = [...counts].toSorted(([, one], [, other]) => other - one).map(([end]) => end)
  const named = new Set(largest.length > MAX_ENDS ? largest.slice(0, MAX_ENDS - 1) : largest)
  return (end: string | null) => (named.has(end) ? nameOf(end) : OTHERS)
}

function endsOf(
  moves: readonly { from: string; to: string; count: number }[],
  side: 'from' | 'to',
  scale: number,
): FlowEnd[] {
  const counts = new Map<string, number>()
  for (const move of moves) counts.set(move[side], (counts.get(move[side]) ?? 0) + move.count)
  let top = 0
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => {
      const end = { name, count, top, height: count * scale }
      top += Math.max(end.height, MIN_HEIGHT) + GAP
      return end
    })
}

/** The height of the chart in pixels. */
export const flowHeight = ({ from, to }: Flow) =>
  Math.max(
    ...[from, to].map((ends) =>
      ends.reduce((most, { top, height }) => Math.max(most, top + Math.max(height, MIN_HEIGHT)), 0),
    ),
  )
