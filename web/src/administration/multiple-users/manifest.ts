import type { Manifest } from '../../kit/navigation/manifest.ts'

export const multipleUsersManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.multipleUsers.addMultipleUsers': {
      purpose: 'Add many users from one file.',
      tab: 'Add Users',
      component: () => import('./add-multiple-users-screen.tsx').then((room) => room.AddMultipleUsersScreen),
    },
    'setUpAndControl.userAdministration.multipleUsers.amendMultipleUsers': {
      purpose: 'Change the role of many users at once.',
      tab: 'Amend Users',
      component: () => import('./amend-multiple-users-screen.tsx').then((room) => room.AmendMultipleUsersScreen),
    },
    'setUpAndControl.userAdministration.multipleUsers.deleteMultipleUsers': {
      purpose: 'Delete many users at once.',
      tab: 'Delete Users',
      component: () => import('./delete-multiple-users-screen.tsx').then((room) => room.DeleteMultipleUsersScreen),
    },
  },
}
