import { Readable } from 'node:stream'
import type { Route } from '@despatch/contract/route/route'
import { FILE_FAILED, PDF_FAILED } from '@despatch/domain/feedback/messages'
import type { FastifyReply } from 'fastify'
import { failureOf } from '../database/faults/database-failure.ts'
import { AppError } from '../process/app-error.ts'

/** The bytes of a file, or a stream if the file is too long to hold. If the stream fails, the answer breaks off. */
type FileContent = Uint8Array | Readable

/** A file as an answer. It is made after the transaction, because that takes longer than a transaction may be held. */
export class FileAnswer {
  /** The file name to save: letters, digits, spaces and hyphens only. */
  readonly name: string
  readonly make: () => Promise<FileContent>
  /** The content type, if it differs from the route's. */
  readonly type: string | undefined

  constructor(name: string, make: () => Promise<FileContent>, type?: string) {
    this.name = name
    this.make = make
    this.type = type
  }
}

/**
 * Makes the file and sends it with its type and name; an empty one is 200 with no bytes. Passes on an AppError or a failure of
 * the database, and answers specification 8's 'Failed to generate PDF' for any other error.
 */
export async function sendFile(reply: FastifyReply, { file = 'application/pdf' }: Route, answer: FileAnswer) {
  const made = await answer.make().catch((error: unknown) => {
    if (error instanceof AppError || failureOf(error)) throw error
    reply.request.log.error({ err: error }, 'a file was not made')
    throw new AppError('internal_error', file === 'application/pdf' ? PDF_FAILED : FILE_FAILED)
  })
  return reply
    .type(answer.type ?? file)
    .header('content-disposition', `attachment; filename="${answer.name}"`)
    .send(made instanceof Readable ? made : Buffer.from(made.buffer, made.byteOffset, made.byteLength))
}
