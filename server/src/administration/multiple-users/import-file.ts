import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { AppError } from '../../process/app-error.ts'
import { BrokenOff, bytesOf } from '../../files/bytes.ts'
import { LARGEST_FILE } from './import-limits.ts'

/** A file, in the chunks in which it arrived. */
export type ReceivedFile = { name: string; pieces: readonly Buffer[] }

/** For the whole file to arrive. */
const MAX_MS = 180_000

/**
 * Reads the one file of a form, from its field `file`. Throws an AppError if the form has anything else or no file, if
 * the file is too large or arrives too slowly, or if it breaks off. After an error the rest of the stream is drained.
 */
export async function receiveFile(stream: Readable, contentType: string): Promise<ReceivedFile> {
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('too_slow', 'The file took too long to arrive.')), MAX_MS)
  })
  try {
    return await Promise.race([receive(stream, contentType), tooSlow])
  } catch (error) {
    stream.resume()
    throw error instanceof BrokenOff
      ? new AppError('bad_request', 'The upload stopped before the end of the file.')
      : error
  } finally {
    clearTimeout(timer)
  }
}

async function receive(stream: Readable, contentType: string): Promise<ReceivedFile> {
  const pieces: Buffer[] = []
  const got: { name?: string; fault?: AppError } = {}
  const fail = (fault: AppError) => (got.fault ??= fault)
  const form = openForm(contentType)
  form.on('field', (name) => fail(otherField(name)))
  form.on('partsLimit', () => fail(otherField('')))
  form.on('error', () => fail(new AppError('bad_request', 'The form is not well-formed.')))
  form.on('file', (field, file: BusboyFileStream, name) => {
    file.on('error', () => fail(new AppError('bad_request', 'The form is not well-formed.')))
    if (field !== 'file' || got.name !== undefined) fail(otherField(field))
    got.name ??= nameOf(name)
    file.on('limit', () => fail(new AppError('too_large', TOO_LARGE)))
    file.on('data', (piece: Buffer) => {
      if (!got.fault) pieces.push(piece)
    })
  })
  const finished = new Promise<void>((resolve) => {
    form.once('finish', resolve)
    form.once('error', () => resolve())
  })
  for await (const chunk of bytesOf(stream)) {
    if (got.fault) break
    await new Promise<void>((resolve) => void form.write(chunk, () => resolve()))
  }
  if (!got.fault) {
    form.end()
    await finished
  }
  if (got.fault) throw got.fault
  if (got.name === undefined) throw new AppError('bad_request', 'The form has no file. Send it in the field "file".')
  return { name: got.name, pieces }
}

function openForm(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // One more than allowed, so that a second part is reported instead of cut off.
      limits: { parts: 2, fileSize: LARGEST_FILE, fieldSize: 100, headerPairs: 20, headerSize: 4096 },
    })
  } catch {
    throw new AppError('bad_request', 'The form is not well-formed.')
  }
}

const TOO_LARGE = `The file is larger than ${LARGEST_FILE / 1024 / 1024} MB. Split it.`

function otherField(name: string): AppError {
  const which = name && name !== 'file' ? ` There is no field ${name.slice(0, 100)}.` : ''
  return new AppError('bad_request', `The form takes one file, in its field "file", and nothing else.${which}`)
}

/** The file's name for screens and the audit: no folder, printable, short. */
function nameOf(name: string | undefined): string {
  const bare = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return bare.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, 100) || 'file'
}
