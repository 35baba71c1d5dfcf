import { spool } from './spool.ts'
import { type SheetFile, readSheets } from './read-sheets.ts'

/*
 * Reads the files that carriers send. Use it like this:
 *
 *   const upload = await openInvoiceFile(request.file, { name })    // on disk; upload.sha256 identifies the same bytes
 *   try {
 *     for await (const { name, rows } of upload.files()) {          // each sheet of a workbook, each file of a ZIP
 *       const { first, all } = await peekRows(rows)
 *       const known = recognise(first, [...KNOWN_LAYOUTS, ...ours]) // domain/src/invoices/column-mapping
 *       if (!known.isKnown) continue                                // known.nearest says why; guessLayout maps it
 *       for await (const events of readInvoices(known.file, all, { today })) // ends with { kind: 'file-read' }
 *         …
 *     }
 *   } finally {
 *     await upload.close()
 *   }
 *
 * Discard everything from a file whose last event says that it is unusable. An interrupted stream throws BrokenOff;
 * unreadable content throws an AppError, also between two batches of rows.
 */

export type InvoiceUpload = {
  /** SHA-256 of the uploaded bytes, in hex. */
  readonly sha256: string
  readonly size: number
  /** The sheets of the upload, one after the other. Read or skip each before requesting the next. */
  files(): AsyncGenerator<SheetFile>
  /** Deletes the upload from disk. */
  close(): Promise<void>
}

/** Writes an upload to disk. Throws an AppError for one that is too large or empty. */
export async function openInvoiceFile(
  chunks: AsyncIterable<Buffer>,
  { name }: { name: string },
): Promise<InvoiceUpload> {
  const spooled = await spool(chunks)
  return {
    sha256: spooled.sha256,
    size: spooled.size,
    files: () => readSheets(spooled, name),
    close: () => spooled.remove(),
  }
}
