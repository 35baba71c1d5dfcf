/** Parcels in a room, the capacity of a carrier on a day. */
export type Places = { readonly room: string; readonly parcels: number }

/** An order that leaves places and takes others. */
export type PlaceMove = {
  readonly orderNumber: string
  readonly gives: readonly Places[]
  readonly takes: readonly Places[]
}

/**
 * Orders moves so that each finds its places free once those before it are done. Moves that exchange places of full
 * carriers are one group, of at most `most`: all give their places before any takes one. Moves for which nothing helps
 * come last, one by one. `free` has the free places of rooms with a limit.
 */
export function sequenceMoves(
  moves: readonly PlaceMove[],
  free: ReadonlyMap<string, number>,
  most: number,
): readonly (readonly PlaceMove[])[] {
  const left = new Map(free)
  const groups: PlaceMove[][] = []
  let waiting = [...moves]
  const carryOut = (group: PlaceMove[]) => {
    groups.push(group)
    for (const [room, parcels] of netOf(group)) if (left.has(room)) left.set(room, (left.get(room) ?? 0) - parcels)
    const done = new Set(group)
    waiting = waiting.filter((move) => !done.has(move))
  }
  while (waiting.length > 0) {
    const before = waiting.length
    const fitting: PlaceMove[] = []
    for (const move of waiting) {
      if (!fits([...netOf([move])], left)) continue
      fitting.push(move)
      for (const [room, parcels] of netOf([move])) if (left.has(room)) left.set(room, (left.get(room) ?? 0) - parcels)
    }
    groups.push(...fitting.map((move) => [move]))
    const done = new Set(fitting)
    waiting = waiting.filter((move) => !done.has(move))
    if (waiting.length < before) continue
    const group = findExchange(waiting, left, most)
    if (group) carryOut(group)
    else for (const move of waiting) carryOut([move])
  }
  return groups
}

/** Parcels that a group takes in each room beyond those that it gives. */
function netOf(group: readonly PlaceMove[]): Map<string, number> {
  const net = new Map<string, number>()
  for (const { gives, takes } of group) {
    for (const { room, parcels } of takes) net.set(room, (net.get(room) ?? 0) + parcels)
    for (const { room, parcels } of gives) net.set(room, (net.get(room) ?? 0) - parcels)
  }
  return net
}

const fits = (net: readonly (readonly [string, number])[], free: ReadonlyMap<string, number>) =>
  net.every(([room, parcels]) => parcels <= 0 || parcels <= (free.get(room) ?? Number.POSITIVE_INFINITY))

/** Moves that can be carried out together: each is joined by others that give what is still missing. */
function findExchange(
  waiting: readonly PlaceMove[],
  free: ReadonlyMap<string, number>,
  most: number,
): PlaceMove[] | undefined {
  for (const first of waiting) {
    const group = [first]
    const taken = new Set(group)
    for (;;) {
      const net = [...netOf(group)]
      const short = net.find((one) => !fits([one], free))
      if (!short) return group
      const next = waiting.find((move) => !taken.has(move) && (netOf([move]).get(short[0]) ?? 0) < 0)
      if (!next || group.length === most) break
      group.push(next)
      taken.add(next)
    }
  }
  return undefined
}

/** Puts groups into pieces of about this many orders; a group stays whole. */
export function piecesOf<Item>(groups: readonly (readonly Item[])[], size: number): readonly (readonly Item[])[] {
  const pieces: Item[][] = []
  for (const group of groups) {
    const last = pieces.at(-1)
    if (last && last.length + group.length <= size) last.push(...group)
    else pieces.push([...group])
  }
  return pieces
}
