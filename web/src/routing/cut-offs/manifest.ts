import { CUT_OFFS, DESPATCH_TIMES } from '../../kit/navigation/addresses.ts'
import type { Manifest } from '../../kit/navigation/manifest.ts'

export const cutOffsManifest: Manifest = {
  beneath: {
    'carrierRoutingControl.carrierCapacitySetUp': [
      {
        purpose: 'Sets until when carriers take the parcels of a day, for all clients.',
        component: () => import('./cut-offs-screen.tsx').then((room) => room.CutOffsScreen),
        path: CUT_OFFS,
        title: 'Cut-offs',
        section: 'Cut-offs',
        isOperatorOnly: true,
      },
      {
        purpose: 'Sets how long each client’s orders take to pick, and whether they leave on the same day.',
        component: () => import('./despatch-times-screen.tsx').then((room) => room.DespatchTimesScreen),
        path: DESPATCH_TIMES,
        title: 'Despatch times',
        section: 'Despatch times',
        isOperatorOnly: true,
      },
    ],
  },
}
