import type { Manifest } from '../../kit/navigation/manifest.ts'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'

const shownAddress = screenAddress<{ readonly show: 'review' | 'overdue' }>(
  entryOf('reportsAndEnquiries.returnsPortal').path,
)

export const returnsPortalManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.returnsPortal': {
      purpose: 'Returns created through the returns portal.',
      component: () => import('./portal-screen.tsx').then((room) => room.ReturnsPortalScreen),
    },
  },
  home: [
    {
      count: 'refunds-overdue',
      rank: 5,
      isLate: true,
      label: (count) => (count === 1 ? 'refund overdue' : 'refunds overdue'),
      address: shownAddress({ show: 'overdue' }),
    },
    {
      count: 'returns-to-review',
      rank: 6,
      label: (count) => (count === 1 ? 'return to review' : 'returns to review'),
      address: shownAddress({ show: 'review' }),
    },
  ],
}
