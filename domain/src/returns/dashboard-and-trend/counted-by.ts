/**
 * Days by which returns are counted, each defined in words and by columns of `return_lines` (one row per SKU of a
 * return).
 * A row counts on the day in `day`, with the pieces in `pieces`, if both `day` and `needs` are set.
 */
export const COUNTED_BY = {
  ordered: {
    title: 'Ordered',
    definition: 'Units received back, by order date. More returns are expected for recent weeks.',
    day: 'ordered_on',
    pieces: 'received',
    needs: 'received_on',
  },
  despatched: {
    title: 'Despatched',
    definition: 'Units received back, by despatch date of the order. More returns are expected for recent weeks.',
    day: 'despatched_on',
    pieces: 'received',
    needs: 'received_on',
  },
  announced: {
    title: 'Announced',
    definition: 'Returns announced, by the day they were first announced.',
    day: 'announced_on',
    pieces: 'announced',
    needs: 'announced_on',
  },
  received: {
    title: 'Received',
    definition: 'Returns received, by the day their first unit arrived.',
    day: 'received_on',
    pieces: 'received',
    needs: 'received_on',
  },
  refunded: {
    title: 'Refunded',
    definition: 'Returns refunded, by the day of their first refund.',
    day: 'refunded_on',
    pieces: 'refunded',
    needs: 'refunded_on',
  },
} as const

export type CountedBy = keyof typeof COUNTED_BY
export const COUNTED_BY_CODES = Object.keys(COUNTED_BY) as [CountedBy, ...CountedBy[]]

/** Whether the figure of a past week can still grow, because its orders can come back for months. */
export const stillGrows = (by: CountedBy): boolean => by === 'ordered' || by === 'despatched'

export const RATE_DEFINITION = 'Units returned per 100 units ordered in the same week. Excludes cancelled orders.'
