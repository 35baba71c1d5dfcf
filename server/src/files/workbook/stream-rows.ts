import { Readable } from 'node:stream'
import { type StreamRow, streamXlsxRows } from 'hucre/xlsx'
import { plainWorkbook, type WorkbookParts } from './plain-workbook.ts'

/**
 * The rows of a workbook, as they are asked for. The library would read on while nobody takes its rows, and hold all of
 * them: it is given more of the sheet only while a row is waited for.
 */
export async function* streamRows(parts: WorkbookParts): AsyncGenerator<StreamRow> {
  let isWaited = false
  let goOn: (() => void) | undefined
  async function* paced(): AsyncGenerator<Buffer> {
    for await (const piece of plainWorkbook(parts)) {
      yield piece
      // After what was given has been read: it may hold the row that is waited for.
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
