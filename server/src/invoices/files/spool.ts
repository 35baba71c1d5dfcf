import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { openTemporaryFile } from '../../files/temporary-file.ts'
import { AppError } from '../../process/app-error.ts'

/** In bytes. 200,000 charges in UPS's layout take 117 MB. */
export const MAX_UPLOAD = 500_000_000

/** An upload on disk, because archives and workbooks are read from their end. */
export type Spooled = {
  readonly path: string
  readonly size: number
  /** SHA-256 of the uploaded bytes, in hex; it identifies the same file. */
  readonly sha256: string
  bytes(): AsyncGenerator<Buffer>
  remove(): Promise<void>
}

/**
 * Writes an upload to a temporary file that only its owner can read. Throws an AppError for one that is too large,
 * and FullDisk.
 */
export async function spool(chunks: AsyncIterable<Buffer>, maxBytes = MAX_UPLOAD): Promise<Spooled> {
  await using file = await openTemporaryFile()
  const { path } = file
  const hash = createHash('sha256')
  const remove = () => rm(path, { force: true })
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes)
        throw new AppError(
          'too_large',
          `The file is larger than ${maxBytes / 1_000_000} MB. Split it and import the parts.`,
        )
      hash.update(chunk)
      await file.append(chunk)
    }
  } catch (error) {
    await remove()
    throw error
  }
  return {
    path,
    size,
    sha256: hash.digest('hex'),
    bytes: () => createReadStream(path).iterator() as AsyncGenerator<Buffer>,
    remove,
  }
}
