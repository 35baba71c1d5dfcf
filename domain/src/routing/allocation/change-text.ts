import type { Change } from './changes.ts'
import type { Parcel } from './consignment.ts'
import type { Constraint } from './constraints.ts'
import type { Candidate, Verdict } from './explain.ts'
import type { LimitType } from '../rule-book/rule-book.ts'
import {
  countryLabel,
  holdText,
  lengthText,
  listLabel,
  parcelText,
  type Wording,
  volumeText,
  weekdayText,
  weightLabel,
} from './decision-labels.ts'
import { CONSTRAINT_TITLES, MEASURES } from './verdict-text.ts'

type Refused = Pick<Candidate, 'carrier' | 'changes'> & {
  readonly verdicts: readonly Pick<Verdict, 'constraint' | 'isMet'>[]
}

/**
 * Describes all changes that would have made a candidate eligible: '3 kg lighter and despatched on Wed 25 Nov instead';
 * '' if it is eligible. domain.md, Allocation 5: 'the nearest change that would have admitted it ('3 kg lighter', '2
 * parcels fewer on Tuesday')'.
 */
export function changesLabel({ carrier, changes, verdicts }: Refused, wording: Wording): string {
  const isUnmet = (of: Constraint) => verdicts.some(({ constraint, isMet }) => constraint === of && !isMet)
  // The first 'fewer parcels' is for the method's limit if that fails, the next for the day's capacity if nothing else
  // frees it, and any other for the price.
  let forLimit = isUnmet('NumberOfParcels')
  // Changes after 'fewer parcels' are about the remaining parcels.
  let left = wording
  const isForRoom =
    isUnmet('capacity') && !changes.some(({ kind }) => kind === 'despatch-on' || kind === 'more-capacity')
  return listLabel(
    changes.map((change) => {
      const words = changeLabel(change, carrier, left, left !== wording)
      if (change.kind !== 'fewer-parcels') return words
      const { consignment } = left
      left = { ...left, consignment: { ...consignment, parcels: consignment.parcels.slice(0, -change.by) } }
      const isForLimit = forLimit
      forLimit = false
      return isForLimit || !isForRoom ? words : `${words} on ${weekdayText(wording.consignment.despatchDay)}`
    }),
  )
}

function changeLabel(change: Change, carrier: string, wording: Wording, isLeft: boolean): string {
  const { consignment } = wording
  const { parcels } = consignment
  const ofParcels = (type: LimitType, which: string, measure: (parcel: Parcel) => number, by: number, words: string) =>
    parcelChangeText({ type, which, measure, by, words }, parcels, isLeft)
  switch (change.kind) {
    case 'ask-for-service':
      return `${change.service} requested instead`
    case 'shorter':
      return ofParcels('Length', 'longest', ({ length }) => length, change.by, `${lengthText(change.by)} shorter`)
    case 'smaller':
      return ofParcels('Volume', 'largest', ({ volume }) => volume, change.by, `${volumeText(change.by)} smaller`)
    case 'fewer-parcels':
      return `${parcelText(change.by)} fewer`
    case 'lighter-parcel':
      return ofParcels(
        'ParcelWeight',
        'heaviest',
        ({ weight }) => weight,
        change.by,
        `${weightLabel(change.by)} lighter`,
      )
    case 'lighter':
      return `${weightLabel(change.by)} lighter`
    case 'despatch-on':
      return `despatched on ${weekdayText(change.day)} instead`
    case 'serve-country':
      return `${countryLabel(change.country)} served`
    case 'serve-region':
      return change.region === null ? 'every region served' : `region ${change.region} served`
    case 'activate-carrier':
      return `${wording.carrier(carrier)} active`
    case 'end-stop':
      return `${wording.carrier(carrier)} no longer stopped`
    case 'later-cut-off':
      return `a later cut-off of ${wording.carrier(carrier)}`
    case 'not-held':
      return `not held${consignment.heldTo ? ` to ${holdText(consignment.heldTo, wording)}` : ''}${change.isAlone ? ', in an order of its own' : ''}`
    case 'active-on':
      return `${wording.carrier(carrier)} active on ${weekdayText(change.day)}`
    case 'price-on':
      return `a price for ${weekdayText(change.day)}`
    case 'price-for':
      return `a price for ${change.byWeight ? weightLabel(change.quantity) : parcelText(change.quantity)}${change.of ? ` of its ${change.of} parcels` : ''}`
    case 'higher-limit':
      return `${CONSTRAINT_TITLES[change.type].toLowerCase()} up to ${MEASURES[change.type](change.to)} allowed`
    case 'more-capacity':
      return `capacity for ${parcelText(change.by).replace(' ', ' more ')} on ${weekdayText(change.day)}`
  }
}

type ParcelChange = {
  readonly type: LimitType
  readonly which: string
  readonly measure: (parcel: Parcel) => number
  readonly by: number
  readonly words: string
}

/**
 * Describes a change of single parcels: 'its heaviest parcel 3 kg lighter'. `isLeft`: an earlier change removed
 * parcels.
 */
function parcelChangeText(
  { type, which, measure, by, words }: ParcelChange,
  parcels: readonly Parcel[],
  isLeft: boolean,
): string {
  const most = Math.max(...parcels.map(measure))
  if (parcels.length <= 1) return isLeft ? `the parcel of ${MEASURES[type](most)} that is left ${words}` : words
  const over = parcels.filter((parcel) => measure(parcel) > most - by)
  if (over.length === 1)
    return isLeft
      ? `the ${which} of those that are left (${MEASURES[type](most)}) ${words}`
      : `its ${which} parcel ${words}`
  const upTo = over.every((parcel) => measure(parcel) === most) ? '' : 'up to '
  const some = isLeft ? `${over.length} of its parcels that are left` : `${over.length} of its parcels`
  const each = isLeft ? 'each parcel that is left' : 'each parcel'
  return `${over.length === parcels.length ? each : some} ${upTo}${words}`
}

/** Kinds of changes, the easier first: changes of the consignment, then changes that need the rule book. */
const EASIER_FIRST = [
  // Equally easy, for a parcel or the whole consignment: the amount decides.
  ['lighter-parcel', 'lighter'],
  ['shorter'],
  ['smaller'],
  ['fewer-parcels'],
  ['despatch-on'],
  ['ask-for-service'],
  ['more-capacity'],
  ['higher-limit'],
  ['price-for'],
  ['price-on'],
  ['later-cut-off'],
  ['active-on'],
  ['activate-carrier'],
  ['end-stop'],
  ['serve-region'],
  ['serve-country'],
  ['not-held'],
] as const satisfies readonly (readonly Change['kind'][])[]
const EASE: ReadonlyMap<Change['kind'], number> = new Map(
  EASIER_FIRST.flatMap((kinds, ease) => kinds.map((kind) => [kind, ease] as const)),
)
const easeOf = (kind: Change['kind']) => EASE.get(kind) ?? EASIER_FIRST.length
const OF_THE_BOOK = easeOf('more-capacity')
/** A candidate for comparison; its cost may be hidden from the viewer. */
type Compared = Pick<Candidate, 'isEligible' | 'changes'> & { readonly cost?: Candidate['cost'] | undefined }
/** Methods without a price come last. */
const costOf = ({ cost }: Compared) => cost ?? Number.POSITIVE_INFINITY
const extent = (change: Change) => ('by' in change ? change.by : 0)

/** The total extent of a candidate's changes by ease. */
function needsOf({ changes }: Compared): (readonly [ease: number, extent: number])[] {
  const needs = new Map<number, number>()
  for (const change of changes) {
    const ease = easeOf(change.kind)
    needs.set(ease, (needs.get(ease) ?? 0) + extent(change))
  }
  return [...needs]
}

/**
 * Sorts refused candidates, nearest first: fewer changes, then fewer changes of the rule book, then the easier kind,
 * then the smaller change, then the cheaper method.
 */
export function nearestFirst<Of extends Compared>(candidates: readonly Of[]): Of[] {
  const refused = candidates.flatMap((candidate) => {
    const needs = needsOf(candidate)
    return candidate.isEligible
      ? []
      : [{ candidate, needs, ofTheBook: needs.filter(([ease]) => ease >= OF_THE_BOOK).length }]
  })
  return refused
    .toSorted(({ candidate: one, ...first }, { candidate: other, ...second }) => {
      const difference = first.needs.length - second.needs.length || first.ofTheBook - second.ofTheBook
      if (difference !== 0) return difference
      for (const part of [0, 1] as const)
        for (const [index, need] of first.needs.entries()) {
          const nearer = need[part] - (second.needs[index] ?? need)[part]
          if (nearer !== 0) return nearer
        }
      return one.cost === other.cost ? 0 : costOf(one) - costOf(other)
    })
    .map(({ candidate }) => candidate)
}
