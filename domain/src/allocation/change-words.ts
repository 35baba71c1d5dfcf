import type { Change } from './changes.ts'
import type { Parcel } from './consignment.ts'
import type { Constraint } from './constraints.ts'
import type { Candidate, Verdict } from './explain.ts'
import {
  countryWords,
  holdWords,
  lengthWords,
  listWords,
  parcelWords,
  type Telling,
  volumeWords,
  weekdayWords,
  weightWords,
} from './telling.ts'

type Refused = Pick<Candidate, 'carrier' | 'changes'> & {
  readonly verdicts: readonly Pick<Verdict, 'constraint' | 'isMet'>[]
}

/**
 * What would have admitted a candidate, all of it together: '3 kg lighter and despatched on Wed 25 Nov instead'; '' of
 * one that is eligible. domain.md, Allocation 5: 'the nearest change that would have admitted it ('3 kg lighter',
 * '2 parcels fewer on Tuesday')'.
 */
export function changesWords({ carrier, changes, verdicts }: Refused, telling: Telling): string {
  const isUnmet = (of: Constraint) => verdicts.some(({ constraint, isMet }) => constraint === of && !isMet)
  // Of fewer parcels the first are for the method's limit, where that is not met; then for the day's capacity, where
  // that is not had otherwise; else for its price.
  let forLimit = isUnmet('NumberOfParcels')
  const isForRoom =
    isUnmet('capacity') && !changes.some(({ kind }) => kind === 'despatch-on' || kind === 'more-capacity')
  return listWords(
    changes.map((change) => {
      const words = changeWords(change, carrier, telling)
      if (change.kind !== 'fewer-parcels') return words
      const isForLimit = forLimit
      forLimit = false
      return isForLimit || !isForRoom ? words : `${words} on ${weekdayWords(telling.consignment.despatchDay)}`
    }),
  )
}

function changeWords(change: Change, carrier: string, telling: Telling): string {
  const { consignment } = telling
  const { parcels } = consignment
  const ofParcels = (which: string, measure: (parcel: Parcel) => number, by: number, words: string) => {
    if (parcels.length <= 1) return words
    const most = Math.max(...parcels.map(measure))
    const over = parcels.filter((parcel) => measure(parcel) > most - by)
    if (over.length === 1) return `its ${which} parcel ${words}`
    const upTo = over.every((parcel) => measure(parcel) === most) ? '' : 'up to '
    return `${over.length === parcels.length ? 'each parcel' : `${over.length} of its parcels`} ${upTo}${words}`
  }
  switch (change.kind) {
    case 'ask-for-service':
      return `${change.service} asked for instead`
    case 'shorter':
      return ofParcels('longest', ({ length }) => length, change.by, `${lengthWords(change.by)} shorter`)
    case 'smaller':
      return ofParcels('largest', ({ volume }) => volume, change.by, `${volumeWords(change.by)} smaller`)
    case 'fewer-parcels':
      return `${parcelWords(change.by)} fewer`
    case 'lighter-parcel':
      return ofParcels('heaviest', ({ weight }) => weight, change.by, `${weightWords(change.by)} lighter`)
    case 'lighter':
      return `${weightWords(change.by)} lighter`
    case 'despatch-on':
      return `despatched on ${weekdayWords(change.day)} instead`
    case 'serve-country':
      return `${countryWords(change.country)} served`
    case 'serve-region':
      return change.region === null ? 'every region served' : `region ${change.region} served`
    case 'activate-carrier':
      return `${telling.carrier(carrier)} active`
    case 'not-held':
      return consignment.heldTo ? `not held to ${holdWords(consignment.heldTo, telling)}` : 'not held'
    case 'active-on':
      return `${telling.carrier(carrier)} active on ${weekdayWords(change.day)}`
    case 'price-on':
      return `a price for ${weekdayWords(change.day)}`
    case 'price-for':
      return `a price for ${change.byWeight ? weightWords(change.quantity) : parcelWords(change.quantity)}`
    case 'more-capacity':
      return `capacity for ${parcelWords(change.by).replace(' ', ' more ')} on ${weekdayWords(change.day)}`
  }
}

/** Kinds of changes, the easier first: what the consignment can do, then what only the rule book can. */
const EASIER_FIRST = [
  'lighter-parcel',
  'lighter',
  'shorter',
  'smaller',
  'fewer-parcels',
  'despatch-on',
  'ask-for-service',
  'more-capacity',
  'price-for',
  'price-on',
  'active-on',
  'activate-carrier',
  'serve-region',
  'serve-country',
  'not-held',
] as const satisfies readonly Change['kind'][]
const OF_THE_BOOK = EASIER_FIRST.indexOf('more-capacity')
const ease = ({ kind }: Change) => EASIER_FIRST.indexOf(kind)
/** What has no price yet stands last. */
const costOf = ({ cost }: Pick<Candidate, 'cost'>) => cost ?? Number.POSITIVE_INFINITY
const extent = (change: Change | undefined) => (change && 'by' in change ? change.by : 0)

/**
 * Refused candidates, the nearest first: fewer changes; of as many those that need no other rules, then the easier kind,
 * then the smaller change; of equally near ones the cheaper.
 */
export function nearestFirst<Of extends Pick<Candidate, 'isEligible' | 'changes' | 'cost'>>(
  candidates: readonly Of[],
): Of[] {
  const ofTheBook = ({ changes }: Of) => changes.filter((change) => ease(change) >= OF_THE_BOOK).length
  const compare = (one: Of, other: Of) => {
    const difference = one.changes.length - other.changes.length || ofTheBook(one) - ofTheBook(other)
    if (difference !== 0) return difference
    const kinds = one.changes.map((change, index) => ease(change) - ease(other.changes[index] ?? change))
    const extents = one.changes.map((change, index) => extent(change) - extent(other.changes[index]))
    const nearer = kinds.find((by) => by !== 0) ?? extents.find((by) => by !== 0)
    return nearer ?? (one.cost === other.cost ? 0 : costOf(one) - costOf(other))
  }
  return candidates.filter(({ isEligible }) => !isEligible).toSorted(compare)
}
