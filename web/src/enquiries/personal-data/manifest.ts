import type { Manifest } from '../../kit/navigation/manifest.ts'

export const personalDataManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.personalData': {
      purpose: 'Finds what is kept about a person, exports it as one file, and erases it on request.',
      component: () => import('./personal-data-screen.tsx').then((room) => room.PersonalDataScreen),
    },
  },
}
