import { formatCount } from '@despatch/domain/money/money'
import { lazy } from 'react'
import type { Manifest } from '../kit/navigation/manifest.ts'
import { CLAIM_SCREENS, claimableAddress } from './addresses.ts'

export const claimsManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.claimsPreparation': {
      purpose: 'Prepare claims against carriers for lost, damaged or late parcels.',
      component: () => import('./preparation/preparation-screen.tsx').then((room) => room.ClaimsPreparationScreen),
      section: 'By customer',
      beneath: [
        {
          purpose: 'Claimable parcels, most urgent first.',
          component: () => import('./preparation/claimable-screen.tsx').then((room) => room.ClaimableScreen),
          path: CLAIM_SCREENS.claimable,
          title: 'Claimable',
          section: 'Claimable',
        },
        {
          purpose: 'Claims against carriers, with answers and payments.',
          component: () => import('./claims-screen.tsx').then((room) => room.ClaimsScreen),
          path: CLAIM_SCREENS.cases,
          title: 'Claims',
          section: 'Claims',
        },
        {
          purpose: 'Claims made, accepted, refused, paid and expired, by carrier, client and cause.',
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
      label: (count) => (count === 1 ? 'parcel to claim in 7 days' : 'parcels to claim in 7 days'),
      urgent: (urgent) => `${formatCount(urgent)} today`,
      address: claimableAddress({ week: 'yes' }),
    },
  ],
}
