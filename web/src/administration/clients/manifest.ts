import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'
import { findClients } from './palette-source.ts'

export const clientsManifest: Manifest = {
  screens: {
    'setUpAndControl.clientAdministration.clientList': {
      purpose: 'Lists the clients with their sub-accounts and currency; adds, changes and removes them.',
      component: () => import('./clients-screen.tsx').then((room) => room.ClientsScreen),
      record: recordTabs('client', 'Client'),
    },
    'setUpAndControl.clientAdministration.clientSpecificParameters': {
      purpose: 'Switches a client’s options for enquiries, parcel status and order lines.',
      tab: 'Client Parameters',
      component: () => import('./parameters-screen.tsx').then((room) => room.ParametersScreen),
    },
  },
  palette: [findClients],
}
