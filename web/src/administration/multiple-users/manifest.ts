import type { Manifest } from '../../kit/navigation/manifest.ts'

export const multipleUsersManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.multipleUsers.addMultipleUsers': {
      purpose: 'Adds many users from one file, with every refused row explained.',
      tab: 'Add Users',
      component: () => import('./add-multiple-users-screen.tsx').then((room) => room.AddMultipleUsersScreen),
    },
    'setUpAndControl.userAdministration.multipleUsers.amendMultipleUsers': {
      purpose: 'Gives many users another role at once.',
      tab: 'Amend Users',
      component: () => import('./amend-multiple-users-screen.tsx').then((room) => room.AmendMultipleUsersScreen),
    },
    'setUpAndControl.userAdministration.multipleUsers.deleteMultipleUsers': {
      purpose: 'Removes many users at once, after showing whom it touches.',
      tab: 'Delete Users',
      component: () => import('./delete-multiple-users-screen.tsx').then((room) => room.DeleteMultipleUsersScreen),
    },
  },
}
