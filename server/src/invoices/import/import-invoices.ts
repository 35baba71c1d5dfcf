import { randomUUID } from 'node:crypto'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { audit, writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import { AppError } from '../../process/app-error.ts'
import type { Services } from '../../process/services.ts'
import { refuseClientUsers } from '../scope.ts'
import { asOperator } from './as-operator.ts'
import { readImports } from './list-imports.ts'
import { type ReceivedFile, receiveFiles, removeFiles } from './receive-files.ts'

/** The bytes of a file are stored in pieces of this size. */
const PIECE_SIZE = 1024 * 1024

/**
 * Receives carriers' files and queues one import job for each. Bytes that were received before are refused with their
 * earlier date. If one file does not arrive completely, no file is stored.
 *
 * @throws AppError 403 for client users
 */
export async function importInvoices(
  context: StreamingContext,
  { query: { creator = '' } }: RouteChecked<typeof routes.import>,
): Promise<RouteAnswer<typeof routes.import>> {
  refuseClientUsers(context.caller)
  const files = await receiveFiles(context.stream, context.contentType)
  try {
    const imports = await asOperator(context.database, async (transaction) => {
      await refuseChangedCaller(transaction, context.caller)
      const ids: number[] = []
      for (const file of files) ids.push(await storeFile(transaction, context, file, creator))
      return readImports(transaction, ids)
    })
    const message = imports.length === 1 ? 'The file is being imported.' : `${imports.length} files are being imported.`
    return { code: 200, message, imports }
  } finally {
    await removeFiles(files)
  }
}

async function storeFile(
  transaction: Transaction,
  context: StreamingContext,
  { name, spooled }: ReceivedFile,
  creator: string,
): Promise<number> {
  const { caller, now } = context
  const sha256 = Buffer.from(spooled.sha256, 'hex')
  const file = {
    sha256,
    filename: name,
    bytes: spooled.size,
    sent_at: now,
    sent_by: caller.username,
    user_id: caller.userId,
    creator,
  }
  const stored = await transaction.writeRow(
    db
      .insertInto('invoice_files')
      .values(file)
      .onConflict((conflict) =>
        conflict
          .column('sha256')
          .where(sql<boolean>`state not in ('Refused', 'Cancelled')`)
          .doNothing(),
      )
      .returning('file_id'),
  )
  const fileId = stored?.file_id ?? (await refuseSameBytes(transaction, file))
  if (stored) {
    await storeFilePieces(transaction, fileId, spooled)
    await queueImport(transaction, context.services, fileId)
  }
  context.audited.push('invoice.file-sent')
  await writeAudit(transaction, {
    context,
    clientCode: null,
    act: 'invoice.file-sent',
    object: name,
    userId: caller.userId,
    byName: caller.username,
    after: { bytes: spooled.size, sha256: spooled.sha256, ...(creator && { creator }) },
  })
  return fileId
}

/** Queues the import of a file; the job survives a restart of the server. */
export async function queueImport(
  transaction: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  fileId: number,
): Promise<void> {
  const id = randomUUID()
  await transaction.write(
    db.updateTable('invoice_files').set({ state: 'Waiting', message: '', job_id: id }).where('file_id', '=', fileId),
  )
  await jobs.send(transaction, { queue: 'invoice-import', id, owner: 'operator', data: { fileId } })
}

async function storeFilePieces(
  transaction: Transaction,
  fileId: number,
  { bytes }: ReceivedFile['spooled'],
): Promise<void> {
  let piece = 0
  let held: Buffer[] = []
  let size = 0
  const write = async () => {
    await transaction.write(
      db.insertInto('invoice_file_pieces').values({ file_id: fileId, piece: piece++, bytes: Buffer.concat(held) }),
    )
    held = []
    size = 0
  }
  for await (const chunk of bytes()) {
    held.push(chunk)
    size += chunk.length
    if (size >= PIECE_SIZE) await write()
  }
  if (size > 0) await write()
}

/** Records that the same bytes arrived again, with a message that names the first import. */
async function refuseSameBytes(
  transaction: Transaction,
  file: {
    sha256: Buffer
    filename: string
    bytes: number
    sent_at: Date
    sent_by: string
    user_id: number
    creator: string
  },
): Promise<number> {
  const first = await transaction.row(
    db
      .selectFrom('invoice_files')
      .select(['filename', 'sent_at', 'sent_by'])
      .where('sha256', '=', file.sha256)
      .where('state', 'not in', ['Refused', 'Cancelled']),
  )
  const row = await transaction.writeRow(
    db
      .insertInto('invoice_files')
      .values({
        ...file,
        state: 'Refused',
        message: `This file was already imported, as ${first?.filename ?? 'another'} on ${first?.sent_at.toISOString().slice(0, 10) ?? ''}. Nothing was imported again.`,
      })
      .returning('file_id'),
  )
  if (!row) throw new Error('The file was not kept')
  return row.file_id
}

/**
 * Cancels an unfinished import and deletes its file; a running job deletes it when it stops.
 *
 * @throws AppError 404 if there is no such import, 422 if it is finished
 */
export async function cancelImport(
  context: Context,
  { body: { importID } }: RouteChecked<typeof routes.cancelImport>,
): Promise<RouteAnswer<typeof routes.cancelImport>> {
  refuseClientUsers(context.caller)
  const { transaction } = context
  const file = await transaction.row(
    db
      .selectFrom('invoice_files')
      .select(['filename', 'state', 'job_id'])
      .where('file_id', '=', Number(importID))
      .forNoKeyUpdate(),
  )
  if (!file || file.state === 'Cancelled') throw noSuchImport()
  if (file.state === 'Imported')
    throw new AppError('unprocessable', 'This file is already imported. Delete its invoices instead.')
  if (file.job_id) await context.services.jobs.cancel(transaction, 'invoice-import', file.job_id)
  const isUnderWay = ['Reading', 'Matching', 'Judging'].includes(file.state)
  const own = Number(importID)
  await transaction.write(
    isUnderWay
      ? db.updateTable('invoice_files').set({ state: 'Cancelled' }).where('file_id', '=', own)
      : db.deleteFrom('invoice_files').where('file_id', '=', own),
  )
  await audit(context, { clientCode: null, act: 'invoice.import-cancelled', object: file.filename })
  return { code: 200, message: `The import of ${file.filename} was cancelled. Nothing was kept.` }
}

export const noSuchImport = () => new AppError('not_found', 'Import not found.')
