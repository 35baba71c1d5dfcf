import type { Manifest } from '../kit/navigation/manifest.ts'

export const returnsManifest: Manifest = {
  screens: {
    'returnsPortalControl.returnsPortalRules': {
      purpose: 'What customers can return, until when and how.',
      component: () => import('./rules/rules-screen.tsx').then((room) => room.RulesScreen),
    },
    'returnsPortalControl.returnsOptionsRoutingRules': {
      purpose: 'Return services on offer.',
      tab: 'Returns Routing Rules',
      component: () => import('./rules/options-screen.tsx').then((room) => room.OptionsScreen),
    },
    'returnsPortalControl.returnReasonCodes': {
      purpose: 'Reasons customers can choose for a return.',
      component: () => import('./reason-codes/reasons-screen.tsx').then((room) => room.ReasonsScreen),
    },
  },
}
