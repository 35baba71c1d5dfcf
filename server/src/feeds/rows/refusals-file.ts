import { type FileHandle, open } from 'node:fs/promises'
import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { csvCell } from '@despatch/domain/text/csv-cell'

const HEADER = 'file,line,column,reason,value\r\n'
const WRITE_CHARS = 64 * 1024

/** Writes refused rows to a CSV file, which is created with the first row. */
export function refusalsFile(path: string): {
  add(file: string, refused: AsyncIterable<FeedRefusal>): Promise<void>
  close(): Promise<void>
} {
  let handle: FileHandle | undefined
  return {
    async add(file, refused) {
      let text = ''
      for await (const { line, column, reason, value } of refused) {
        handle ??= await openWithHeader(path)
        text += `${[file, String(line), column, reason, value].map(csvCell).join(',')}\r\n`
        if (text.length < WRITE_CHARS) continue
        await handle.appendFile(text)
        text = ''
      }
      await handle?.appendFile(text)
    },
    close: async () => handle?.close(),
  }
}

async function openWithHeader(path: string): Promise<FileHandle> {
  const handle = await open(path, 'w')
  await handle.appendFile(HEADER)
  return handle
}
