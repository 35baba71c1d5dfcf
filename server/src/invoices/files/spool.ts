import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../process/app-error.ts'

/** The largest upload that is taken: 200,000 charges in UPS's layout have 117 MB. */
export const MAX_UPLOAD = 500_000_000

/** An upload on disk: archives and workbooks are read from their end. */
export type Spooled = {
  readonly path: string
  readonly size: number
  /** Of the bytes as they came, in hex: the same file is known again by it. */
  readonly sha256: string
  bytes(): AsyncGenerator<Buffer>
  remove(): Promise<void>
}

/** Writes an upload to a file of its own that its owner alone can read. Throws an AppError for one that is too large. */
export async function spool(chunks: AsyncIterable<Buffer>, maxBytes = MAX_UPLOAD): Promise<Spooled> {
  const path = join(tmpdir(), `despatch-invoice-${randomUUID()}`)
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  const remove = () => rm(path, { force: true })
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes)
        throw new AppError(
          'too_large',
          `The file has more than ${maxBytes / 1_000_000} MB. Split it and import the parts.`,
        )
      hash.update(chunk)
      await writeAll(file, chunk)
    }
  } catch (error) {
    await file.close()
    await remove()
    throw error
  }
  await file.close()
  return {
    path,
    size,
    sha256: hash.digest('hex'),
    bytes: () => createReadStream(path).iterator() as AsyncGenerator<Buffer>,
    remove,
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
}
