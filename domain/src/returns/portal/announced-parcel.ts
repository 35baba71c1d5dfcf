import type { ReturnQuantities } from '../life/return-states.ts'
import type { ReturnDecision, ReturnParcel } from '../rules/return-decision.ts'
import type { AskedReturn, ReturnFacts, ReturnOrder } from '../return-order.ts'
import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { Destination, ReturnOption } from '../rules/returns-book.ts'

/** What a decision saw: the engine run again on it, with the book of that version, answers the same. */
export type SawReturn = {
  readonly order: ReturnOrder
  readonly facts: ReturnFacts
  readonly asked: AskedReturn
  /** An instant. */
  readonly at: string
}

/** Lines of a return that travel together, with the option that was chosen for them as it was then. */
export type AnnouncedParcel = {
  readonly lineNumbers: readonly number[]
  readonly destination: Destination
  /** null where nothing serves them. */
  readonly option: ReturnOption | null
  /** What the shopper pays for the way back, and in fees: ten-thousandths. */
  readonly shopperPays: number
  readonly fee: number
  /** Of a pool: null where none was left when it was announced. Left out where the option gives none. */
  readonly label?: ReturnLabel | null
}

/** A label that the shopper is given. `link` is '' where its number is enough. */
export type ReturnLabel = { readonly number: string; readonly link: string }

type Pieces = {
  readonly lineNumber: number
  readonly quantity: number
  readonly pieces: Pick<ReturnQuantities, 'goods'>
}

/** Whether all that goes in a parcel was cancelled: its label is void then. */
export const isParcelWithdrawn = (lines: readonly Pieces[], lineNumbers: readonly number[]): boolean =>
  lines
    .filter(({ lineNumber }) => lineNumbers.includes(lineNumber))
    .every(({ quantity, pieces }) => pieces.goods.withdrawn === quantity)

/** An option that was asked for and does not serve its parcel, or not all of it. */
export type OtherOption = { readonly problem: 'other-option'; readonly lineNumbers: readonly number[] }

/**
 * The parcels of a decision, each with the option that was asked for its lines, or else its cheapest. `chosen` has an
 * option's id by line number.
 */
export function chooseParcels(
  decision: ReturnDecision,
  chosen: ReadonlyMap<number, string>,
  compiled: CompiledReturnsBook,
): AnnouncedParcel[] | OtherOption {
  const parcels: AnnouncedParcel[] = []
  for (const parcel of decision.parcels) {
    const lineNumbers = parcel.lines.flatMap((place) => decision.lines[place]?.lineNumber ?? [])
    const asked = new Set(lineNumbers.flatMap((lineNumber) => chosen.get(lineNumber) ?? []))
    const option = asked.size > 1 ? undefined : optionOf(parcel, [...asked][0])
    if (option === undefined && asked.size > 0) return { problem: 'other-option', lineNumbers }
    parcels.push({
      lineNumbers,
      destination: parcel.destination,
      option: (option && compiled.book.options.find(({ id }) => id === option.id)) ?? null,
      shopperPays: option?.shopperPays ?? 0,
      fee: parcel.fee,
    })
  }
  return parcels
}

const optionOf = ({ options }: ReturnParcel, id: string | undefined) =>
  id === undefined ? options[0] : options.find((option) => option.id === id)
