import type { Manifest } from '../kit/navigation/manifest.ts'

export const returnsManifest: Manifest = {
  screens: {
    'returnsPortalControl.returnsPortalRules': {
      area: 'returns',
      purpose: 'Sets what may be returned, until when and how.',
      component: () => import('./rules-screen.tsx').then((room) => room.RulesScreen),
    },
    'returnsPortalControl.returnsOptionsRoutingRules': {
      area: 'returns',
      purpose: 'Sets which return services are offered.',
      component: () => import('./options-screen.tsx').then((room) => room.OptionsScreen),
    },
    'returnsPortalControl.returnReasonCodes': {
      area: 'returns',
      purpose: 'Lists the reasons that a return may have.',
      component: () => import('./reasons-screen.tsx').then((room) => room.ReasonsScreen),
    },
  },
}
