import type { Change } from './changes.ts'
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
  // Of fewer parcels the first are for the method's limit, where that is not met; then for the day's capacity.
  let forLimit = verdicts.some(({ constraint, isMet }) => constraint === 'NumberOfParcels' && !isMet)
  return listWords(
    changes.map((change) => {
      const words = changeWords(change, carrier, telling)
      if (change.kind !== 'fewer-parcels') return words
      const isForLimit = forLimit
      forLimit = false
      return isForLimit ? words : `${words} on ${weekdayWords(telling.consignment.despatchDay)}`
    }),
  )
}

function changeWords(change: Change, carrier: string, telling: Telling): string {
  const { consignment } = telling
  const ofOne = (which: string, by: string) => (consignment.parcels.length === 1 ? by : `its ${which} parcel ${by}`)
  switch (change.kind) {
    case 'ask-for-service':
      return `${change.service} asked for instead`
    case 'shorter':
      return ofOne('longest', `${lengthWords(change.by)} shorter`)
    case 'smaller':
      return ofOne('largest', `${volumeWords(change.by)} smaller`)
    case 'fewer-parcels':
      return `${parcelWords(change.by)} fewer`
    case 'lighter-parcel':
      return ofOne('heaviest', `${weightWords(change.by)} lighter`)
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
    case 'more-capacity':
      return `capacity for ${parcelWords(change.by).replace(' ', ' more ')} on ${weekdayWords(change.day)}`
  }
}

/** What only the rule book can change; the consignment can do the others by itself. */
const OF_THE_BOOK: ReadonlySet<Change['kind']> = new Set([
  'serve-country',
  'serve-region',
  'activate-carrier',
  'not-held',
  'active-on',
  'price-on',
  'more-capacity',
])

/** Refused candidates, the nearest first: fewer changes, and of as many those that need no other rules. */
export function nearestFirst<Of extends Pick<Candidate, 'isEligible' | 'changes'>>(candidates: readonly Of[]): Of[] {
  const ofTheBook = ({ changes }: Of) => changes.filter(({ kind }) => OF_THE_BOOK.has(kind)).length
  return candidates
    .filter(({ isEligible }) => !isEligible)
    .toSorted((one, other) => one.changes.length - other.changes.length || ofTheBook(one) - ofTheBook(other))
}
