import { TIMELINE_KIND_CODES, type TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { z } from 'zod'

const kindCodes = z.array(z.enum(TIMELINE_KIND_CODES))

/** What the address of an order's tab says of its timeline: whether it is shown whole, and of which kinds; none is all. */
export const timelineShape = z.object({
  view: z.enum(['timeline', '']).catch(''),
  kinds: z.preprocess((value) => (typeof value === 'string' ? [value] : value), kindCodes).catch([]),
})

/** The kinds in their own order, and none where all are chosen: that is one list, however it was come by. */
export function keptKinds(chosen: readonly string[]): TimelineKind[] {
  const kinds = TIMELINE_KIND_CODES.filter((kind) => chosen.includes(kind))
  return kinds.length === TIMELINE_KIND_CODES.length ? [] : kinds
}
