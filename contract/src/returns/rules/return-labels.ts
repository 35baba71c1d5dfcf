import { isCutShort } from '@despatch/domain/text/spreadsheet-text'
import { z } from 'zod'
import { instant, requiredText, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

const OPTIONS = 'returnsPortalControl.returnsOptionsRoutingRules' as const
/** Per upload. */
export const MAX_LABELS = 5000

/** Waiting returns that one upload gives labels to. The next upload serves more. */
export const MAX_RETURNS_LABELLED = 500

export const MAX_LABEL_NUMBER = 60
export const MAX_LABEL_LINK = 500

export const poolName = requiredText(50, 'Label pool')
const label = z.strictObject({
  /** The carrier's number for the parcel. */
  number: requiredText(MAX_LABEL_NUMBER, 'Label number').refine(
    (number) => !isCutShort(number),
    'A spreadsheet has cut this label number short: take it from the carrier’s own file',
  ),
  /** Link to print the label; '' if the number is enough. */
  link: text(MAX_LABEL_LINK, 'Link').refine(
    (link) => link === '' || /^https:\/\/\S+$/.test(link),
    'A link begins with https://',
  ),
})

const pool = z.strictObject({
  pool: z.string(),
  /** Labels that are free, used by returns, and void because their returns were cancelled. */
  free: z.int(),
  taken: z.int(),
  voided: z.int(),
  lastAddedAt: instant,
})

/** Pools of return labels: uploaded, and given out one at a time. */
export const returnLabels = routes({
  list: {
    method: 'GET',
    path: '/api/return-labels',
    summary: 'The pools of return labels, with how many are left in each',
    permission: { reads: [OPTIONS] },
    access: 'one-client',
    answer: z.strictObject({ pools: z.array(pool) }),
    errors: [],
    audited: false,
  },
  add: {
    method: 'POST',
    path: '/api/return-labels',
    summary: 'Add labels to a pool; those that it has already stay as they are',
    permission: { edits: [OPTIONS] },
    access: 'one-client',
    body: z.strictObject({
      pool: poolName,
      labels: z.array(label).min(1, 'There are no labels').max(MAX_LABELS, 'At most 5,000 labels at a time'),
    }),
    /** `given` counts returns that had waited for a label and have one now. */
    answer: z.strictObject({ message: z.string(), added: z.int(), known: z.int(), given: z.int() }),
    errors: [],
    audited: 'return-labels.changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/return-labels',
    summary: 'Take all labels out of a pool that nobody has yet',
    permission: { edits: [OPTIONS] },
    access: 'one-client',
    query: z.strictObject({ pool: poolName }),
    answer: z.strictObject({ message: z.string(), removed: z.int() }),
    errors: [],
    audited: 'return-labels.changed',
  },
})
