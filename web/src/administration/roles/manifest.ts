import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const rolesManifest: Manifest = {
  screens: {
    'setUpAndControl.userAdministration.rolesAndPermissions': {
      purpose: 'Roles and what their users can see, open and change.',
      component: () => import('./roles-screen.tsx').then((room) => room.RolesScreen),
      record: recordTabs('role', 'Role'),
    },
  },
}
