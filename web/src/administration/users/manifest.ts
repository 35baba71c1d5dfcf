import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'
import { findUsers } from './palette-source.ts'

export const usersManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.manageUsers': {
      purpose: 'Lists the users; adds, changes, locks and removes them, and resets passwords.',
      component: () => import('./manage-users-screen.tsx').then((room) => room.ManageUsersScreen),
      record: recordTabs('user', 'User'),
    },
  },
  palette: [findUsers],
}
