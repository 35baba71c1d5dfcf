import { TIMELINE_KIND_CODES } from '@despatch/domain/enquiries/timeline/timeline'
import { z } from 'zod'
import { instant } from '../../route/fields.ts'
import { withNames } from '../../route/visible.ts'
import { fieldChange } from '../order/order-details.ts'

/** As many entries as are answered at once. */
export const TIMELINE_PAGE = 500

/** The kinds that are wanted, with commas between them: 'order,carrier'. */
export const timelineKinds = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, 'Kinds are words with commas between them')
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(TIMELINE_KIND_CODES, `A kind is one of ${TIMELINE_KIND_CODES.join(', ')}`)))

/** The instant and the id of the last entry that one has: '2026-01-05T14:05:00.000Z 1:000000003'. */
export const olderThan = z.string().refine((text) => {
  const [, at = '', id = ''] = /^(\S{24}) (\S[^\p{Cc}]{0,200})$/u.exec(text) ?? []
  return id !== '' && !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at
}, 'Older than which entry: its instant, a space and its id')

/** Something that became of an order. */
export const timelineEntry = withNames(
  z.strictObject({
    /** Its own within the order. */
    id: z.string(),
    at: instant,
    kind: z.enum(TIMELINE_KIND_CODES),
    title: z.string(),
    detail: z.string(),
    /** Who did it; empty where nobody is named. */
    by: z.string(),
    /** The record that it is about: a version of the order, a tracking number, a return reference, 'attempt.number', 'summaryID.parcelID'. */
    record: z.string(),
    changes: z.array(fieldChange),
  }),
  // Of what a carrier says 'by' is the carrier.
  (entry, { nameOf }) => (entry.kind === 'carrier' ? entry : { ...entry, by: nameOf(entry.by) }),
)
export type TimelineEntry = z.infer<typeof timelineEntry>

export const timeline = z.strictObject({
  /** Newest first. */
  entries: z.array(timelineEntry),
  hasMore: z.boolean(),
  /** How many there are of each kind, whichever are wanted; without the kinds that the caller may not see. */
  counts: z.partialRecord(z.enum(TIMELINE_KIND_CODES), z.int()),
})
export type Timeline = z.infer<typeof timeline>
