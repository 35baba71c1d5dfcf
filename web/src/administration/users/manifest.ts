import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'
import { findUsers } from './palette-source.ts'

export const usersManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.manageUsers': {
      purpose: 'Users, their access and passwords.',
      component: () => import('./manage-users-screen.tsx').then((room) => room.ManageUsersScreen),
      record: recordTabs('user', 'User'),
    },
  },
  palette: [findUsers],
}
