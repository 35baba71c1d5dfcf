import { recordTabs } from '../../kit/navigation/record-tabs.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'
import { findClients } from './palette-source.ts'

export const clientsManifest: Manifest = {
  screens: {
    'setUpAndControl.clientAdministration.clientList': {
      purpose: 'Clients with their sub-accounts and currency.',
      component: () => import('./clients-screen.tsx').then((room) => room.ClientsScreen),
      record: recordTabs('client', 'Client'),
    },
    'setUpAndControl.clientAdministration.clientSpecificParameters': {
      purpose: 'A client’s options for enquiries, parcel status and order lines.',
      tab: 'Client Parameters',
      component: () => import('./parameters-screen.tsx').then((room) => room.ParametersScreen),
    },
  },
  palette: [findClients],
}
