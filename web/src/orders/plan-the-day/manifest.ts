import { PLAN_THE_DAY } from '../../kit/navigation/addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'
import { seesContentOf } from '../../kit/navigation/screen-access.ts'
import type { PaletteSource } from '../../kit/navigation/palette-source.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'

const SET_UP = 'carrierRoutingControl.carrierCapacitySetUp'
const SHOWS = ['costs', 'capacities', 'otherMethods'] as const

const planTheDay: PaletteSource = {
  matches: 'by-text',
  actions() {
    const now = session.store.get()
    if (!hasRight(now, SET_UP) || !seesContentOf(now, { shows: SHOWS })) return []
    return [
      {
        id: 'plan-the-day',
        group: 'Carriers',
        label: 'Plan the day',
        description: 'Gives orders that are not yet picked the best carriers together',
        words: 'price of a place capacity save move orders',
        to: PLAN_THE_DAY,
      },
    ]
  },
}

export const planTheDayManifest: Manifest = {
  beneath: {
    [SET_UP]: [
      {
        purpose: 'Gives orders that are not yet picked the best carriers together, and prices carriers’ places.',
        component: () => import('./plan-the-day-screen.tsx').then((room) => room.PlanTheDayScreen),
        path: PLAN_THE_DAY,
        title: 'Plan the day',
        section: 'Plan',
        shows: SHOWS,
      },
    ],
  },
  home: [
    {
      count: 'orders-to-plan',
      rank: 6,
      label: (count) =>
        count === 1
          ? 'order of the next days misses its best carrier'
          : 'orders of the next days miss their best carrier',
      address: PLAN_THE_DAY,
    },
  ],
  palette: [planTheDay],
}
