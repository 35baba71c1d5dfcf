import type { Manifest } from '../../kit/navigation/manifest.ts'

export const personalDataManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.personalData': {
      purpose: 'Finds, exports and erases a person’s data on request.',
      component: () => import('./personal-data-screen.tsx').then((room) => room.PersonalDataScreen),
    },
  },
}
