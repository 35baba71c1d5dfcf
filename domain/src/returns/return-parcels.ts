import type { CompiledOption, CompiledReturnsBook } from './rules/compile-returns-book.ts'
import type { LineDecision, ReturnParcel } from './rules/return-decision.ts'
import type { ReturnOrder } from './return-order.ts'
import type { Destination } from './rules/returns-book.ts'

type Gathering = { destination: Destination; lines: number[]; options: CompiledOption[]; grams: number; fee: number }
type GatherOptions = { order: ReturnOrder; compiled: CompiledReturnsBook; oneParcel: boolean }

/**
 * Groups the allowed lines into as few parcels as their destinations allow. Lines to one destination travel apart if no
 * option takes them together, by type or weight. With `oneParcel` everything goes to the returns centre, unless no
 * option takes all of it there.
 */
export function gatherParcels(lines: readonly LineDecision[], options: GatherOptions): ReturnParcel[] {
  if (options.oneParcel) {
    const together = gather(lines, options, 'returns-centre')
    if (together.length === 1 && together[0]?.lines.length === lines.filter(isSent).length) return finished(together)
  }
  return finished(gather(lines, options, undefined))
}

const isSent = ({ answer, keep }: LineDecision) => answer === 'allowed' && !keep

function gather(lines: readonly LineDecision[], { order, compiled }: GatherOptions, only: Destination | undefined) {
  const parcels: Gathering[] = []
  for (const [place, line] of lines.entries()) {
    const destination = only ?? line.destination
    if (!isSent(line) || destination === null) continue
    const offered = line.options.flatMap(({ id, why }) => (why === 'offered' ? (compiled.options.get(id) ?? []) : []))
    const ways = offered.filter((option) => option.destination === destination)
    if (ways.length === 0) continue
    const weight = order.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)?.weight ?? 0
    const grams = weight * line.quantity
    const own = { destination, lines: [place], options: ways, grams, fee: line.fee }
    const shared = parcels.find((parcel) => addToParcel(parcel, own))
    if (!shared) parcels.push(own)
  }
  return parcels
}

/** Adds a line to a parcel if an option takes both. */
function addToParcel(parcel: Gathering, line: Gathering): boolean {
  if (parcel.destination !== line.destination) return false
  const grams = parcel.grams + line.grams
  const options = parcel.options.filter(
    (option) => line.options.includes(option) && (option.grams === null || grams <= option.grams),
  )
  if (options.length === 0) return false
  parcel.lines.push(...line.lines)
  parcel.options = options
  parcel.grams = grams
  parcel.fee = Math.max(parcel.fee, line.fee)
  return true
}

function finished(parcels: readonly Gathering[]): ReturnParcel[] {
  return parcels.map(({ destination, lines, options, fee }) => ({
    destination,
    lines,
    options: options
      .toSorted((one, other) => one.shopperPays - other.shopperPays || one.cost - other.cost)
      .map(({ id, shopperPays, cost }) => ({ id, shopperPays, cost })),
    fee,
  }))
}
