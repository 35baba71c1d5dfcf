import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { BrokenOff, bytesOf } from '../../files/bytes.ts'
import { AppError } from '../../process/app-error.ts'

export type SentPhoto = { readonly field: string; readonly bytes: Buffer }
export type ReceivedForm = { readonly fields: ReadonlyMap<string, string>; readonly photos: readonly SentPhoto[] }

/** An order has at most 500 lines with four fields each. */
const MAX_FIELDS = 2100
const MAX_FIELD_BYTES = 8000
export const MAX_PHOTOS = 10
const MAX_PHOTO_BYTES = 12_000_000
/** Over all forms being received; more are asked to come back later. */
const MAX_BUFFERED_BYTES = 150_000_000

let bufferedBytes = 0

/**
 * Reads the fields and photos of a form.
 *
 * @throws AppError for a form that is too large or breaks off
 */
export async function receiveForm(request: FastifyRequest): Promise<ReceivedForm> {
  const { body } = request
  if (body instanceof URLSearchParams) return { fields: new Map(body), photos: [] }
  if (!(body instanceof Readable)) throw new AppError('bad_request', 'The form is empty. Go back and try again.')
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > MAX_PHOTOS * MAX_PHOTO_BYTES) throw tooLarge()
  return receiveMultipart(body, request.headers['content-type'] ?? '')
}

async function receiveMultipart(stream: Readable, contentType: string): Promise<ReceivedForm> {
  const fields = new Map<string, string>()
  const photos: SentPhoto[] = []
  const form = openForm(contentType)
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => undefined)
  let buffered = 0
  form.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) fail(new AppError('too_large', 'One of the texts is too long. Go back and shorten it.'))
    fields.set(name, value)
  })
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) form.on(limit, () => fail(tooLarge()))
  form.on('error', () => fail(new AppError('bad_request', 'The form is not well-formed. Go back and try again.')))
  form.on('file', (field, file: BusboyFileStream) => {
    const pieces: Buffer[] = []
    file.on('data', (piece: Buffer) => {
      buffered += piece.length
      bufferedBytes += piece.length
      if (bufferedBytes > MAX_BUFFERED_BYTES) fail(busy())
      pieces.push(piece)
    })
    file.on('limit', () => fail(new AppError('too_large', 'A photo may have at most 12 MB. Choose a smaller one.')))
    file.on('error', () => fail(brokenOff()))
    file.on('end', () => {
      // Browsers send an empty part for a file field without a choice.
      if (pieces.length > 0) photos.push({ field, bytes: Buffer.concat(pieces) })
    })
  })
  const finished = new Promise<void>((resolve) => form.once('finish', () => resolve()))
  try {
    for await (const chunk of bytesOf(stream))
      await Promise.race([new Promise<void>((resolve) => void form.write(chunk, () => resolve())), failed])
    form.end()
    await Promise.race([finished, failed])
    return { fields, photos }
  } catch (error) {
    throw error instanceof BrokenOff ? brokenOff() : error
  } finally {
    bufferedBytes -= buffered
  }
}

function openForm(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: MAX_FIELDS,
        fieldNameSize: 50,
        fieldSize: MAX_FIELD_BYTES,
        files: 500,
        fileSize: MAX_PHOTO_BYTES,
        parts: MAX_FIELDS + 500,
        headerPairs: 20,
        headerSize: 4096,
      },
    })
  } catch {
    throw new AppError('bad_request', 'The form is not well-formed. Go back and try again.')
  }
}

const tooLarge = () => new AppError('too_large', 'That is more than we can take at once. Send fewer or smaller photos.')
const brokenOff = () => new AppError('bad_request', 'The form broke off before its end. Go back and try again.')
const busy = () =>
  new AppError('unavailable', 'Many photos are being sent just now. Try again in a minute.', { retryAfterSeconds: 60 })
