import { Readable } from 'node:stream'
import { type StreamRow, streamXlsxRows } from 'hucre/xlsx'
import { plainWorkbook, type WorkbookParts } from './plain-workbook.ts'

/**
 * Yields the rows of a workbook on demand. The library would read on and buffer all rows, so it gets more of the sheet
 * only while a row is awaited.
 */
export async function* streamRows(parts: WorkbookParts): AsyncGenerator<StreamRow> {
  let isWaited = false
  let goOn: (() => void) | undefined
  async function* paced(): AsyncGenerator<Buffer> {
    for await (const piece of plainWorkbook(parts)) {
      yield piece
      // Let it process the bytes that it has: they may hold the awaited row.
      await new Promise((resolve) => setImmediate(resolve))
      if (!isWaited) await new Promise<void>((resolve) => void (goOn = resolve))
    }
  }
  const rows = streamXlsxRows(Readable.toWeb(Readable.from(paced(), { highWaterMark: 1 })))
  try {
    for (;;) {
      isWaited = true
      goOn?.()
      const next = await rows.next()
      isWaited = false
      if (next.done) return
      yield next.value
    }
  } finally {
    goOn?.()
    await rows.return(undefined)
  }
}
