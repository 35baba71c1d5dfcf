import { FIRST_ROWS, type FirstRow } from '@despatch/domain/invoices/column-mapping/first-row'
import { InvoiceReader, type ReadOptions } from '@despatch/domain/invoices/reading/invoice-reader'
import type { ReadEvent } from '@despatch/domain/invoices/reading/read-event'
import type { ReadableFile } from '@despatch/domain/invoices/reading/read-plan'
import type { FileRow } from '../../files/csv-splitter.ts'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'

export type FirstRows = {
  /** The rows from which the layout is recognised or guessed. */
  readonly first: readonly FirstRow[]
  /** The message of the first unreadable row among them. */
  readonly fault: string | undefined
  /** All rows, including the first ones. */
  readonly all: AsyncGenerator<readonly FileRow[]>
}

/** Reads as many rows as it takes to recognise the layout of a file. */
export async function peekRows(rows: AsyncGenerator<readonly FileRow[]>): Promise<FirstRows> {
  const batches: (readonly FileRow[])[] = []
  let count = 0
  while (count < FIRST_ROWS) {
    const next = await rows.next()
    if (next.done) break
    batches.push(next.value)
    count += next.value.length
  }
  const peeked = batches.flat().slice(0, FIRST_ROWS)
  return {
    first: peeked.flatMap((row) => (row.fault === undefined ? [row] : [])),
    fault: peeked.find(({ fault }) => fault !== undefined)?.fault,
    all: startingWith(batches, rows),
  }
}

async function* startingWith(
  batches: readonly (readonly FileRow[])[],
  rest: AsyncGenerator<readonly FileRow[]>,
): AsyncGenerator<readonly FileRow[]> {
  yield* batches
  yield* rest
}

/**
 * Reads a file with a recognised layout in batches of events, in the order of its rows; the last event is
 * `file-read`. Yields the event loop between rows.
 */
export async function* readInvoices(
  file: ReadableFile,
  rows: AsyncIterable<readonly FileRow[]>,
  options: ReadOptions,
): AsyncGenerator<readonly ReadEvent[]> {
  const reader = new InvoiceReader(file, options)
  for await (const batch of rows) {
    for (const row of batch) {
      reader.read(row)
      if (isTurnUsedUp()) await nextTurn()
    }
    const events = reader.take()
    if (events.length > 0) yield events
  }
  for (const events of reader.end()) {
    yield events
    if (isTurnUsedUp()) await nextTurn()
  }
}
