import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const eventCodesManifest: Manifest = {
  screens: {
    'feeds.carrierEventCodes': {
      purpose: 'Sets what each carrier’s event codes mean, and lists unknown ones.',
      component: () => import('./event-codes-screen.tsx').then((room) => room.EventCodesScreen),
    },
  },
  home: [
    {
      count: 'codes-unknown',
      rank: 20,
      label: (count) => (count === 1 ? 'unmapped carrier code' : 'unmapped carrier codes'),
      address: screenAddress<{ readonly state: 'unknown' }>(entryOf('feeds.carrierEventCodes').path)({
        state: 'unknown',
      }),
    },
  ],
}
