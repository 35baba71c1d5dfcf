import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { AppError } from '../../process/app-error.ts'
import { BrokenOff, bytesOf } from '../../files/bytes.ts'
import { MAX_UPLOAD, type Spooled, spool } from '../files/spool.ts'

export type ReceivedFile = { name: string; spooled: Spooled }

const MAX_FILES = 50

/**
 * Writes the files of a form to disk; the caller removes them. Throws an AppError for a form with other parts or no
 * file, and for an interrupted one, whose files are removed.
 */
export async function receiveFiles(stream: Readable, contentType: string): Promise<ReceivedFile[]> {
  const received: Promise<ReceivedFile>[] = []
  const got: { fault?: Error } = {}
  const failed = Promise.withResolvers<void>()
  const streams: BusboyFileStream[] = []
  const fail = (fault: Error) => {
    got.fault ??= fault
    failed.resolve()
  }
  const form = openForm(contentType)
  form.on('field', () => fail(new AppError('bad_request', 'The form only accepts files.')))
  form.on('partsLimit', () => fail(new AppError('bad_request', `Upload at most ${MAX_FILES} files.`)))
  form.on('error', () => fail(notWellFormed()))
  form.on('file', (_field, file: BusboyFileStream, name) => {
    streams.push(file)
    let broken: unknown
    file.on('error', (error) => (broken ??= error))
    file.on('limit', () => fail(new AppError('too_large', `A file can have at most ${MAX_UPLOAD / 1_000_000} MB.`)))
    const spooling = spool(file as AsyncIterable<Buffer>).then((spooled) => ({ name: nameOf(name), spooled }))
    spooling.catch((error: Error) => {
      fail(error === broken ? brokenOff() : error)
      file.resume()
    })
    received.push(spooling)
  })
  const finished = new Promise<void>((resolve) => {
    form.once('finish', resolve)
    form.once('error', () => resolve())
  })
  try {
    for await (const chunk of bytesOf(stream)) {
      if (got.fault) break
      await Promise.race([new Promise<void>((resolve) => void form.write(chunk, () => resolve())), failed.promise])
    }
    if (!got.fault) {
      form.end()
      await Promise.race([finished, failed.promise])
    }
  } catch (error) {
    fail(
      error instanceof BrokenOff
        ? new AppError('bad_request', 'The upload stopped before the end of the file.')
        : (error as Error),
    )
  }
  if (got.fault) for (const stream of streams) if (!stream.readableEnded) stream.destroy(got.fault)
  const files = (await Promise.allSettled(received)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (files.length === 0) fail(new AppError('bad_request', 'The form has no file.'))
  if (!got.fault) return files
  await removeFiles(files)
  throw got.fault
}

export async function removeFiles(files: readonly ReceivedFile[]): Promise<void> {
  for (const { spooled } of files) await spooled.remove()
}

const brokenOff = () => new AppError('bad_request', 'The upload stopped before the end of the file.')
const notWellFormed = () => new AppError('bad_request', 'The form is not well-formed.')

function openForm(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // One byte above the limit, so that a file that is too long can be recognised.
      limits: { parts: MAX_FILES, fileSize: MAX_UPLOAD + 1, fieldSize: 100, headerPairs: 20, headerSize: 4096 },
    })
  } catch {
    throw notWellFormed()
  }
}

/** A file name for display and storage: without its folder, printable, and not too long. */
function nameOf(name: string | undefined): string {
  const bare = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return bare.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, 200) || 'file'
}
