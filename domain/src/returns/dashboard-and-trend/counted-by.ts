/**
 * Days by which returns are counted, each defined in words and by columns of `return_lines` (one row per SKU of a
 * return).
 * A row counts on the day in `day`, with the pieces in `pieces`, if both `day` and `needs` are set.
 */
export const COUNTED_BY = {
  ordered: {
    title: 'Ordered',
    definition:
      'What came back, by the day its order was placed. Announced returns are left out until something is received. Recent weeks go on growing: their orders can still come back.',
    day: 'ordered_on',
    pieces: 'received',
    needs: 'received_on',
  },
  despatched: {
    title: 'Despatched',
    definition:
      'What came back, by the day its order was despatched. Returns of orders without a known despatch day are left out. Recent weeks go on growing: their orders can still come back.',
    day: 'despatched_on',
    pieces: 'received',
    needs: 'received_on',
  },
  announced: {
    title: 'Announced',
    definition: 'What was announced, by the day of its first announcement. What came back unannounced is left out.',
    day: 'announced_on',
    pieces: 'announced',
    needs: 'announced_on',
  },
  received: {
    title: 'Received',
    definition:
      'What was received, by the day on which its first piece was; pieces that follow later count on that day too.',
    day: 'received_on',
    pieces: 'received',
    needs: 'received_on',
  },
  refunded: {
    title: 'Refunded',
    definition: 'What was refunded, by the day of its first refund. Returns that wait for theirs are left out.',
    day: 'refunded_on',
    pieces: 'refunded',
    needs: 'refunded_on',
  },
} as const

export type CountedBy = keyof typeof COUNTED_BY
export const COUNTED_BY_CODES = Object.keys(COUNTED_BY) as [CountedBy, ...CountedBy[]]

/** Whether the figure of a past week can still grow, because its orders can come back for months. */
export const stillGrows = (by: CountedBy): boolean => by === 'ordered' || by === 'despatched'

export const RATE_DEFINITION =
  'Pieces that came back for each hundred pieces of the orders placed in the same week. Cancelled orders are left out.'
