import type { ReturnQuantities } from '../life/return-states.ts'
import type { ReturnDecision, ReturnParcel } from '../rules/return-decision.ts'
import type { ReturnRequest, ReturnFacts, ReturnOrder } from '../return-order.ts'
import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { Destination, ReturnOption } from '../rules/returns-book.ts'

/** All inputs of a decision, stored with it: the engine gives the same answer for them and that version of the book. */
export type DecisionInputs = {
  readonly order: ReturnOrder
  readonly facts: ReturnFacts
  readonly asked: ReturnRequest
  /** An ISO instant. */
  readonly at: string
}

/** Lines of a return that travel together, with a copy of the chosen option as it was then. */
export type AnnouncedParcel = {
  readonly lineNumbers: readonly number[]
  readonly destination: Destination
  /** null if no option serves them. */
  readonly option: ReturnOption | null
  /** Return postage and returns fee that the shopper pays, in ten-thousandths. */
  readonly shopperPays: number
  readonly fee: number
  /** Label from a pool: null if the pool was empty at announcement; left out if the option gives no label. */
  readonly label?: ReturnLabel | null
}

/** A return label. `link` is '' if the number is enough. */
export type ReturnLabel = { readonly number: string; readonly link: string }

type Pieces = {
  readonly lineNumber: number
  readonly quantity: number
  readonly pieces: Pick<ReturnQuantities, 'goods'>
}

/** Whether all lines of a parcel were withdrawn, which voids its label. */
export const isParcelWithdrawn = (lines: readonly Pieces[], lineNumbers: readonly number[]): boolean =>
  lines
    .filter(({ lineNumber }) => lineNumbers.includes(lineNumber))
    .every(({ quantity, pieces }) => pieces.goods.withdrawn === quantity)

/** A requested option that does not serve all of its parcel. */
export type OtherOption = { readonly problem: 'other-option'; readonly lineNumbers: readonly number[] }

/**
 * Gives each parcel of a decision the option requested for its lines, or its cheapest.
 *
 * @param chosen option ids by line number
 */
export function chooseParcels(
  decision: ReturnDecision,
  chosen: ReadonlyMap<number, string>,
  compiled: CompiledReturnsBook,
): AnnouncedParcel[] | OtherOption {
  const parcels: AnnouncedParcel[] = []
  for (const parcel of decision.parcels) {
    const lineNumbers = parcel.lines.flatMap((place) => decision.lines[place]?.lineNumber ?? [])
    const options = new Set(lineNumbers.flatMap((lineNumber) => chosen.get(lineNumber) ?? []))
    const option = options.size > 1 ? undefined : optionOf(parcel, [...options][0])
    if (option === undefined && options.size > 0) return { problem: 'other-option', lineNumbers }
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
