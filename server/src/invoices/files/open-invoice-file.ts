import type { FileRow } from '../../files/csv-splitter.ts'
import { readCsv } from '../../files/read-csv.ts'
import { delimiterOf, withoutMark } from '../../files/sniff.ts'
import { spool, type Spooled } from './spool.ts'

/*
 * Reads what carriers send. In order:
 *
 *   const upload = await openInvoiceFile(request.file, { name })    // on disk; upload.sha256 knows the same bytes again
 *   try {
 *     for await (const { name, rows } of upload.files()) {          // one of a CSV; each of a ZIP; each sheet of a workbook
 *       const { first, all } = await peekRows(rows)
 *       const known = recognise(first, [...KNOWN_LAYOUTS, ...ours]) // domain/src/invoices/layouts
 *       if (!known.isKnown) continue                                // known.nearest says why; guessLayout begins a mapping
 *       for await (const events of readInvoices(known.file, all, { today })) // ends with { kind: 'file-read' }
 *         …
 *     }
 *   } finally {
 *     await upload.close()
 *   }
 *
 * Nothing of a file may be kept whose last event says that it is unusable. A file that breaks off throws BrokenOff.
 */

/** A file of rows within an upload. */
export type SheetFile = {
  /** As the upload, or the archive, names it. */
  readonly name: string
  readonly rows: AsyncGenerator<readonly FileRow[]>
}

export type InvoiceUpload = {
  /** Of the bytes as they came, in hex. */
  readonly sha256: string
  readonly size: number
  /** One after the other: what is not read of one is passed over when the next is asked for. Throws an AppError for what cannot be read. */
  files(): AsyncGenerator<SheetFile>
  /** Removes what is kept of the upload on disk. */
  close(): Promise<void>
}

/** Takes an upload whole. Throws an AppError for one that is too large. */
export async function openInvoiceFile(
  chunks: AsyncIterable<Buffer>,
  { name }: { name: string },
): Promise<InvoiceUpload> {
  const spooled = await spool(chunks)
  return {
    sha256: spooled.sha256,
    size: spooled.size,
    files: () => filesOf(spooled, name),
    close: () => spooled.remove(),
  }
}

async function* filesOf(spooled: Spooled, name: string): AsyncGenerator<SheetFile> {
  yield { name, rows: readText(spooled.bytes()) }
}

async function* readText(bytes: AsyncGenerator<Buffer>): AsyncGenerator<readonly FileRow[]> {
  const first = await bytes.next()
  if (first.done) return
  const head = withoutMark(first.value)
  yield* readCsv(startingWith(head, bytes), delimiterOf(head))
}

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}
