/** How one kind of figures is stored and computed. */
export type KindOfFigures = {
  readonly table: string
  readonly definition: string
  readonly keys: readonly string[]
  readonly counts: readonly string[]
  /** A table with sums of the first by fewer keys. */
  readonly sums?: { readonly table: string; readonly keys: readonly string[] }
  /** A table with sums of whole months, by the same keys without the day. */
  readonly months?: string
}

/**
 * The kinds of figures by day: their table, the database function that computes them from the records for a client and a range of
 * days (`definition`), their key columns beside the client, and their count columns.
 */
export const FIGURE_KINDS = {
  order: {
    table: 'order_facts',
    definition: 'order_facts_of',
    keys: ['day', 'currency_code'],
    counts: [
      'orders',
      'pieces',
      'lines',
      'value',
      'released',
      'due',
      'due_in_time',
      'despatched',
      'despatched_lines',
      'despatched_pieces',
      'despatched_value',
      'delivered',
    ],
  },
  parcel: {
    table: 'parcel_region_facts',
    definition: 'parcel_facts_of',
    keys: ['day', 'carrier', 'service', 'region'],
    counts: [
      'despatched',
      'delivered',
      'days_taken',
      'within_1',
      'within_2',
      'within_3',
      'within_5',
      'promised',
      'on_time',
      'late',
      'silent',
    ],
    /** Sums over all regions. */
    sums: { table: 'parcel_facts', keys: ['day', 'carrier', 'service'] },
    months: 'parcel_region_months',
  },
  exception: {
    table: 'exception_facts',
    definition: 'exception_facts_of',
    keys: ['day', 'carrier', 'state', 'reason'],
    counts: ['events'],
  },
  return: {
    table: 'return_facts',
    definition: 'return_facts_of',
    keys: ['split', 'day', 'value'],
    counts: [
      'ordered_lines',
      'ordered_pieces',
      'despatched_lines',
      'despatched_pieces',
      'announced_lines',
      'announced_pieces',
      'received_lines',
      'received_pieces',
      'refunded_lines',
      'refunded_pieces',
    ],
  },
} as const satisfies Record<string, KindOfFigures>

export type FigureKind = keyof typeof FIGURE_KINDS
export const FIGURE_KIND_NAMES = Object.keys(FIGURE_KINDS) as FigureKind[]
