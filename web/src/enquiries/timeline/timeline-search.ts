import { TIMELINE_KIND_CODES } from '@despatch/domain/enquiries/timeline/timeline'
import { z } from 'zod'

const kindCodes = z.array(z.enum(TIMELINE_KIND_CODES))

/** Timeline parameters of an order's tab: whether it is shown in full, and its kinds (none means all). */
export const timelineShape = z.object({
  view: z.enum(['timeline', '']).catch(''),
  kinds: z.preprocess((value) => (typeof value === 'string' ? [value] : value), kindCodes).catch([]),
})
