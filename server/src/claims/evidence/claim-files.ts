import { randomUUID } from 'node:crypto'
import { type ClaimFile, MAX_CLAIM_FILE, MAX_CLAIM_FILES } from '@despatch/contract/claims/claim-files'
import type { claims as routes } from '@despatch/contract/claims/claims'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { claimNumber } from '@despatch/domain/claims/claim'
import { sql } from 'kysely'
import { audit, writeAudit } from '../../audit/write-audit.ts'
import { inClients } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { senderOf } from '../../http/callers.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { type ReceivedFile, receiveFiles, removeFiles } from '../../invoices/import/receive-files.ts'
import { openPdfCleaner, type PdfCleaner } from '../../pdf/clean-pdf.ts'
import { AppError } from '../../process/app-error.ts'
import { reencodePhoto } from '../../returns/shoppers-page/photos.ts'
import { noSuchClaim } from '../preparation/refusals.ts'

type Row = Omit<ClaimFile, 'fileID' | 'addedAt' | 'addedBy'> & {
  client_code: string
  file_id: string
  added_at: Date
  added_by: string
}

const fileColumns = sql`client_code, file_id, name, type, octet_length(bytes) as bytes, added_at, added_by`
const presentFile = ({ file_id, name, type, bytes, added_at, added_by }: Row): ClaimFile => ({
  fileID: file_id,
  name,
  type,
  bytes,
  addedAt: added_at.toISOString(),
  addedBy: added_by,
})

/** Reads the evidence of a claim, the oldest first. */
export async function readClaimFiles(
  transaction: Transaction,
  clients: readonly string[],
  claimId: number,
): Promise<ClaimFile[]> {
  const rows = await transaction.rows(
    sql<Row>`select ${fileColumns} from claim_files
      where client_code = any (${clients}::text[]) and claim_id = ${claimId} order by added_at, file_id`.compile(db),
  )
  return rows.map(presentFile)
}

/**
 * Adds photos and PDFs to a claim. Photos are encoded again, without metadata; of PDFs only the pages are stored.
 *
 * @throws AppError 404 if there is no such claim, 422 for too many files, and for a file of another type or size
 */
export async function addClaimFiles(
  context: StreamingContext,
  { params }: RouteChecked<typeof routes.addFiles>,
): Promise<RouteAnswer<typeof routes.addFiles>> {
  const { database, clients, caller, now } = context
  const id = Number(params.claimID)
  // Check first, so that files for an unknown claim are not read.
  const room = await inClients(database, clients, async (transaction) => {
    const client = await lockClaim(transaction, clients, id)
    return MAX_CLAIM_FILES - (await readClaimFiles(transaction, [client], id)).length
  })
  const received = await receiveFiles(context.stream, context.contentType)
  try {
    if (received.length > room) throw tooManyFiles(MAX_CLAIM_FILES - room)
    const made: CleanedFile[] = []
    await using pdfs = openPdfCleaner(senderOf(caller))
    for (const file of received) made.push(await makeFile(file, pdfs))
    const files = await inClients(database, clients, async (transaction) => {
      const client = await lockClaim(transaction, clients, id)
      const there = (await readClaimFiles(transaction, [client], id)).length
      if (there + made.length > MAX_CLAIM_FILES) throw tooManyFiles(there)
      const key = { client_code: client, claim_id: id }
      for (const [index, { name, type, bytes }] of made.entries())
        await transaction.write(
          db.insertInto('claim_files').values({
            ...key,
            file_id: randomUUID(),
            name,
            type,
            bytes,
            added_at: momentsApart(now, index),
            added_by: caller.username,
          }),
        )
      const text = made.map(({ name }) => name).join(', ')
      await note(transaction, key, { at: now, by_name: caller.username, what: 'evidence added', text })
      context.audited.push('claim.file-added')
      await writeAudit(transaction, {
        context,
        clientCode: client,
        userId: caller.userId,
        byName: caller.username,
        act: 'claim.file-added',
        object: claimNumber(id),
        after: { files: made.length },
      })
      return readClaimFiles(transaction, [client], id)
    })
    return { message: made.length === 1 ? 'File added.' : `${made.length} files added.`, files }
  } finally {
    await removeFiles(received)
  }
}

const tooManyFiles = (there: number) =>
  new AppError('unprocessable', `A claim can have ${MAX_CLAIM_FILES} files. This one already has ${there}.`)

/** Keeps the files of one form in the order in which they were sent. */
const momentsApart = (now: Date, index: number) => new Date(now.getTime() + index)

/** Locks a claim, so that two concurrent uploads cannot exceed the limit. Returns its client. */
async function lockClaim(transaction: Transaction, clients: readonly string[], id: number): Promise<string> {
  const claim = await transaction.writeRow(
    db
      .selectFrom('claims')
      .select('client_code')
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('claim_id', '=', id)
      .forUpdate(),
  )
  if (!claim) throw noSuchClaim()
  return claim.client_code
}

type CleanedFile = { readonly name: string; readonly type: ClaimFile['type']; readonly bytes: Buffer }

async function makeFile({ name, spooled }: ReceivedFile, pdfs: PdfCleaner): Promise<CleanedFile> {
  if (spooled.size > MAX_CLAIM_FILE)
    throw new AppError('too_large', `${name} is larger than ${MAX_CLAIM_FILE / 1_000_000} MB. Choose a smaller file.`)
  const pieces: Buffer[] = []
  for await (const piece of spooled.bytes()) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const bare = name.replace(/\.[^.]*$/, '').slice(0, 100) || 'File'
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return { name: `${bare}.pdf`, type: 'application/pdf', bytes: Buffer.from(await pdfs.clean(bytes, name)) }
  const photo = await reencodePhoto(bytes).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unsupported_file')
      throw new AppError('unsupported_file', `${name} isn’t a photo (JPEG, PNG or WebP) or PDF.`)
    throw error
  })
  return { name: `${bare}.jpg`, type: 'image/jpeg', bytes: photo.bytes }
}

type Noted = { at: Date; by_name: string; what: 'evidence added' | 'evidence removed'; text: string }

const note = (transaction: Transaction, key: { client_code: string; claim_id: number }, noted: Noted) =>
  transaction.write(db.insertInto('claim_events').values({ ...key, ...noted, amount: null }))

const noSuchFile = () => new AppError('not_found', 'File not found, or you don’t have access to it.')

/** Reads one file of a claim's evidence. Throws an AppError (404). */
export async function readClaimFile(
  { transaction, clients }: Context,
  { params: { fileID } }: RouteChecked<typeof routes.file>,
): Promise<FileAnswer> {
  const row = await transaction.row(
    db
      .selectFrom('claim_files')
      .select(['claim_id', 'type', 'bytes'])
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('file_id', '=', fileID),
  )
  if (!row) throw noSuchFile()
  const end = row.type === 'image/jpeg' ? 'jpg' : 'pdf'
  return new FileAnswer(`Evidence ${claimNumber(row.claim_id)}.${end}`, async () => row.bytes, row.type)
}

/** Deletes a file of a claim's evidence and notes it in the history. Throws an AppError (404). */
export async function removeClaimFile(
  context: Context,
  { params: { fileID } }: RouteChecked<typeof routes.removeFile>,
): Promise<RouteAnswer<typeof routes.removeFile>> {
  const { transaction, clients, caller, now } = context
  const gone = await transaction.writeRow(
    db
      .deleteFrom('claim_files')
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('file_id', '=', fileID)
      .returning(['client_code', 'claim_id', 'name']),
  )
  if (!gone) throw noSuchFile()
  const { client_code, claim_id, name } = gone
  await note(
    transaction,
    { client_code, claim_id },
    { at: now, by_name: caller.username, what: 'evidence removed', text: name },
  )
  await audit(context, { clientCode: client_code, act: 'claim.file-removed', object: claimNumber(claim_id) })
  return { message: `${name} is deleted.` }
}
