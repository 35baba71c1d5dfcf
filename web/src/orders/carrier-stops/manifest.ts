import { CARRIER_STOPS, carrierStopsAddress } from '../../kit/navigation/addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'
import type { PaletteSource } from '../../kit/navigation/palette-source.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'

const SET_UP = 'carrierRoutingControl.carrierCapacitySetUp'

const stopCarrier: PaletteSource = {
  matches: 'by-text',
  actions() {
    const now = session.store.get()
    if (now.user?.role.iforce_user !== true || !hasRight(now, SET_UP, 'Edit')) return []
    return [
      {
        id: 'stop-carrier',
        group: 'Carriers',
        label: 'Stop a carrier',
        description: 'Moves its orders to the other carriers, for all clients',
        words: 'strike flood outage switch off move orders',
        to: carrierStopsAddress({ new: 'any' }),
      },
    ]
  },
}

export const carrierStopsManifest: Manifest = {
  beneath: {
    [SET_UP]: [
      {
        purpose: 'Stops a carrier for all clients, moves its orders to the others, and brings them back.',
        component: () => import('./carrier-stops-screen.tsx').then((room) => room.CarrierStopsScreen),
        path: CARRIER_STOPS,
        title: 'Carrier stops',
        section: 'Stops',
        shows: ['costs', 'capacities', 'otherMethods'],
        isOperatorOnly: true,
      },
    ],
  },
  home: [
    {
      count: 'orders-of-off-carriers',
      rank: 0,
      label: (count) => (count === 1 ? 'order has a carrier that is off' : 'orders have a carrier that is off'),
      isLate: true,
      address: CARRIER_STOPS,
    },
    {
      count: 'carrier-stops',
      rank: 5,
      label: (count) => (count === 1 ? 'carrier is stopped' : 'carriers are stopped'),
      address: CARRIER_STOPS,
    },
  ],
  palette: [stopCarrier],
}
