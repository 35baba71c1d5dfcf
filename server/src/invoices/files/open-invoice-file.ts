import { spool } from './spool.ts'
import { type SheetFile, unfold } from './unfold.ts'

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
 * Nothing of a file may be kept whose last event says that it is unusable. A stream that breaks off throws BrokenOff; what
 * cannot be read throws an AppError, also between two batches of rows.
 */

export type InvoiceUpload = {
  /** Of the bytes as they came, in hex. */
  readonly sha256: string
  readonly size: number
  /** The files of rows within the upload, one after the other: each is read, or left, before the next is asked for. */
  files(): AsyncGenerator<SheetFile>
  /** Removes what is kept of the upload on disk. */
  close(): Promise<void>
}

/** Takes an upload whole. Throws an AppError for one that is too large or empty. */
export async function openInvoiceFile(
  chunks: AsyncIterable<Buffer>,
  { name }: { name: string },
): Promise<InvoiceUpload> {
  const spooled = await spool(chunks)
  return {
    sha256: spooled.sha256,
    size: spooled.size,
    files: () => unfold(spooled, name),
    close: () => spooled.remove(),
  }
}
