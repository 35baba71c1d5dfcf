import { toCome } from '../kit/navigation/screen-row.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'

export const returnsManifest: Manifest = {
  screens: {
    'returnsPortalControl.returnsPortalRules': toCome('returns', 'Sets what may be returned, until when and how.'),
    'returnsPortalControl.returnsOptionsRoutingRules': toCome('returns', 'Sets which return services are offered.'),
    'returnsPortalControl.returnReasonCodes': toCome('returns', 'Lists the reasons that a return may have.'),
  },
}
