import { clientsChange, type ClientsChange } from '@despatch/contract/routing/all-clients/all-clients'
import { countOf, figureOf } from '../../kit/form/typed/typed-figure.ts'
import type { CapacityLimit } from '@despatch/contract/routing/capacity/capacity'
import type { ActiveRange } from '@despatch/domain/routing/active-dates/active-dates'
import { LIMIT_TYPES, type LimitType } from '@despatch/domain/routing/rule-book/rule-book'

/** The kinds of change for several clients. */
export const CHANGE_KINDS = {
  extend: 'Extend the last dates',
  dates: 'Set these dates',
  on: 'Switch on',
  off: 'Switch off',
  week: 'Set a capacity',
  'capacity-percent': 'Raise or lower all capacities',
  limits: 'Set limits',
  prices: 'Raise or lower prices',
} as const
export type ChangeKind = keyof typeof CHANGE_KINDS

/** The values of a change as typed. */
export type ChangeValues = {
  readonly kind: ChangeKind
  /** '' is open-ended. */
  readonly to: string
  readonly isEndless: boolean
  readonly ranges: readonly ActiveRange[]
  readonly capacity: CapacityLimit
  readonly percent: string
  readonly limits: Readonly<Record<LimitType, string>>
  /** Limits to remove. */
  readonly unlimited: readonly LimitType[]
}

export const newChange = (kind: ChangeKind): ChangeValues => ({
  kind,
  to: '',
  isEndless: false,
  ranges: [],
  capacity: { quantityLimit: Array.from({ length: 7 }, () => null), effectiveDate: null, effectiveBetween: null },
  percent: '',
  limits: { Length: '', Volume: '', NumberOfParcels: '', ParcelWeight: '', ConsignmentWeight: '' },
  unlimited: [],
})

/** Parses the change, or gives its problems by path. */
export function changeOf(values: ChangeValues): { change?: ClientsChange; problems: ReadonlyMap<string, string> } {
  const read = clientsChange.safeParse(writtenChange(values))
  if (read.success) return { change: read.data, problems: new Map() }
  return { problems: new Map(read.error.issues.map(({ path, message }) => [path.join('.'), message])) }
}

function writtenChange({ kind, to, isEndless, ranges, capacity, percent, limits, unlimited }: ChangeValues): unknown {
  switch (kind) {
    case 'extend':
      return { change: 'extend-dates', to: isEndless ? null : to }
    case 'dates':
      return { change: 'dates', activeDates: ranges }
    case 'on':
    case 'off':
      return { change: 'active', active: kind === 'on' ? 'Y' : 'N' }
    case 'week':
      return { change: 'capacity', ...capacity }
    case 'capacity-percent':
      return { change: 'capacity-percent', percent: figureOf(percent) }
    case 'prices':
      return { change: 'prices', percent: figureOf(percent) }
    case 'limits': {
      const typed = LIMIT_TYPES.flatMap((type): [LimitType, number | null][] => {
        if (unlimited.includes(type)) return [[type, null]]
        const read = type === 'NumberOfParcels' ? countOf : figureOf
        return limits[type].trim() === '' ? [] : [[type, read(limits[type])]]
      })
      return { change: 'limits', limits: Object.fromEntries(typed) }
    }
  }
}
