import type { Route } from '@despatch/contract/route/route'
import { PDF_FAILED } from '@despatch/domain/feedback/messages'
import type { FastifyReply } from 'fastify'
import { AppError } from '../process/app-error.ts'

/** A file as an answer: made when the transaction is over, because that takes longer than a transaction may be held. */
export class FileAnswer {
  /** As it is saved under; letters, digits, spaces and - only. */
  readonly name: string
  readonly make: () => Promise<Uint8Array>

  constructor(name: string, make: () => Promise<Uint8Array>) {
    this.name = name
    this.make = make
  }
}

/**
 * Makes the file and sends it with its type and name; an empty one is 200 with no bytes. Throws an AppError where its maker
 * did, and specification 8's 'Failed to generate PDF' for whatever else went wrong with it.
 */
export async function sendFile(reply: FastifyReply, { file = 'application/pdf' }: Route, answer: FileAnswer) {
  const bytes = await answer.make().catch((error: unknown) => {
    if (error instanceof AppError) throw error
    reply.request.log.error({ err: error }, 'a file was not made')
    throw new AppError('internal_error', PDF_FAILED)
  })
  return reply
    .type(file)
    .header('content-disposition', `attachment; filename="${answer.name}"`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
