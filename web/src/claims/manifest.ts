import { formatCount } from '@despatch/domain/money/money'
import { lazy } from 'react'
import type { Manifest } from '../kit/navigation/manifest.ts'
import { CLAIM_SCREENS, claimableAddress } from './addresses.ts'

export const claimsManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.claimsPreparation': {
      purpose: 'Prepares claims against carriers for what was lost, damaged or late, for one customer or all.',
      component: () => import('./preparation/preparation-screen.tsx').then((room) => room.ClaimsPreparationScreen),
      section: 'By customer',
      beneath: [
        {
          purpose: 'Parcels for which something can be claimed, what runs out first before the rest.',
          component: () => import('./preparation/claimable-screen.tsx').then((room) => room.ClaimableScreen),
          path: CLAIM_SCREENS.claimable,
          title: 'To claim',
          section: 'To claim',
        },
        {
          purpose: 'Claims against carriers, what was sent, what they answered and paid.',
          component: () => import('./claims-screen.tsx').then((room) => room.ClaimsScreen),
          path: CLAIM_SCREENS.cases,
          title: 'Claims',
          section: 'Claims',
        },
        {
          purpose: 'What was claimed, accepted, refused, paid and missed, by carrier, client and cause.',
          component: () => import('./figures-screen.tsx').then((room) => room.ClaimFiguresScreen),
          path: CLAIM_SCREENS.figures,
          title: 'Claim figures',
          section: 'Figures',
        },
        {
          purpose: 'What each carrier pays for, until when it takes claims, and where.',
          component: () => import('./terms/terms-screen.tsx').then((room) => room.ClaimTermsScreen),
          path: CLAIM_SCREENS.terms,
          title: 'Claim terms',
          section: 'Terms',
        },
      ],
    },
  },
  parcelSections: [
    lazy(() => import('./preparation/parcel-claim.tsx').then(({ ParcelClaim }) => ({ default: ParcelClaim }))),
  ],
  home: [
    {
      count: 'claims-due',
      rank: 8,
      label: (count) => (count === 1 ? 'parcel to claim within 7 days' : 'parcels to claim within 7 days'),
      urgent: (urgent) => `${formatCount(urgent)} today`,
      address: claimableAddress({ week: 'yes' }),
    },
  ],
}
