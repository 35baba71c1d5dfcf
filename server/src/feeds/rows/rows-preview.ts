import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { RowFeedPreview } from '@despatch/contract/feeds/feeds'
import type { DateFinding } from '@despatch/domain/calendar/date-columns'
import { type Feed, FEED_FIELDS } from '@despatch/domain/feeds/feed-fields'
import type { CheckedFeedRow } from '@despatch/domain/feeds/rows/row-check'

/** Rows shown in a preview. */
const MAX_ROWS = 10

type PreviewRow = RowFeedPreview['rows'][number]

/** Collects how a file would be read: its first rows, with the reason why one is not taken. */
export class RowsPreview {
  readonly #fields: readonly string[]
  readonly #rows = new Map<number, PreviewRow>()

  constructor(feed: Feed) {
    this.#fields = FEED_FIELDS[feed].fields
  }

  /** Adds a row. It counts as taken until it is refused. */
  add(line: number): void {
    if (this.#rows.size < MAX_ROWS) this.#rows.set(line, { line, is: 'taken', reason: '', fields: {} })
  }

  addChecked<Row extends object>(line: number, checked: CheckedFeedRow<Row>): void {
    const row = this.#rows.get(line)
    if (!row) return
    if (checked.is === 'taken') row.fields = this.#textsOf(checked.row)
    if (checked.is === 'leftOut')
      Object.assign(row, { is: checked.is, reason: checked.reason } satisfies Partial<PreviewRow>)
  }

  /** Adds refusals, by the row itself or by stored data. */
  addRefused(refused: readonly FeedRefusal[]): void {
    for (const { line, reason } of refused)
      Object.assign(this.#rows.get(line) ?? {}, { is: 'refused', reason } satisfies Partial<PreviewRow>)
  }

  result(dates: readonly DateFinding[]): RowFeedPreview {
    return { dates: [...dates], rows: [...this.#rows.values()] }
  }

  /** A row's values by field, without empty ones. */
  #textsOf(row: object): Record<string, string> {
    const values: Readonly<Record<string, unknown>> = { ...row }
    return Object.fromEntries(
      this.#fields.flatMap((field) => {
        const text = textOf(values[field])
        return text === '' ? [] : [[field, text]]
      }),
    )
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
