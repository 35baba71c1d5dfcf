import type { Manifest } from '../kit/navigation/manifest.ts'

export const returnsManifest: Manifest = {
  screens: {
    'returnsPortalControl.returnsPortalRules': {
      purpose: 'Sets what may be returned, until when and how.',
      component: () => import('./rules/rules-screen.tsx').then((room) => room.RulesScreen),
    },
    'returnsPortalControl.returnsOptionsRoutingRules': {
      purpose: 'Sets which return services are offered.',
      tab: 'Returns Routing Rules',
      component: () => import('./rules/options-screen.tsx').then((room) => room.OptionsScreen),
    },
    'returnsPortalControl.returnReasonCodes': {
      purpose: 'Lists the reasons that a return may have.',
      component: () => import('./reason-codes/reasons-screen.tsx').then((room) => room.ReasonsScreen),
    },
  },
}
