import { TIMELINE_KIND_CODES } from '@despatch/domain/enquiries/timeline/timeline'
import { z } from 'zod'
import { instant } from '../../route/fields.ts'
import { withNames } from '../../route/visible.ts'
import { fieldChange } from '../order/order-details.ts'

/** Maximum entries in one answer. */
export const TIMELINE_PAGE = 500

/** Comma-separated kinds: 'order,carrier'. */
export const timelineKinds = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, 'Kinds are words with commas between them')
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(TIMELINE_KIND_CODES, `A kind is one of ${TIMELINE_KIND_CODES.join(', ')}`)))

/** Cursor: instant and id of the last entry received, such as '2026-01-05T14:05:00.000Z 1:000000003'. */
export const olderThan = z.string().refine((text) => {
  const [, at = '', id = ''] = /^(\S{24}) (\S[^\p{Cc}]{0,200})$/u.exec(text) ?? []
  return id !== '' && !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at
}, 'Older than which entry: its instant, a space and its id')

export const timelineEntry = withNames(
  z.strictObject({
    /** Unique within the order. */
    id: z.string(),
    at: instant,
    kind: z.enum(TIMELINE_KIND_CODES),
    title: z.string(),
    detail: z.string(),
    /** Empty if no person or carrier is named. */
    by: z.string(),
    /**
     * Key of the source record: order version, tracking number, return reference, 'attempt.number' or
     * 'summaryID.parcelID'.
     */
    record: z.string(),
    changes: z.array(fieldChange),
  }),
  // Carrier entries name the carrier in 'by', so its name is not hidden.
  (entry, { nameOf }) => (entry.kind === 'carrier' ? entry : { ...entry, by: nameOf(entry.by) }),
)
export type TimelineEntry = z.infer<typeof timelineEntry>

export const timeline = z.strictObject({
  /** Newest first. */
  entries: z.array(timelineEntry),
  hasMore: z.boolean(),
  /** Entries of each kind regardless of the filter, without kinds that the caller may not see. */
  counts: z.partialRecord(z.enum(TIMELINE_KIND_CODES), z.int()),
})
export type Timeline = z.infer<typeof timeline>
