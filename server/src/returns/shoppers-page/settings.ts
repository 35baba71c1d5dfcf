import type { shoppersPage as routes } from '@despatch/contract/returns/shoppers-page'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { pageSettings } from './page-context.ts'

type Page = RouteAnswer<typeof routes.read>

/** A client's page settings; defaults before the first change. */
export async function readPageSettings({ transaction, client, services }: Context): Promise<Page> {
  const { settings, version } = await pageSettings(transaction, client)
  return { ...settings, version, url: `${services.publicUrl}/returns/${client}` }
}

/**
 * Saves the page settings.
 *
 * @throws AppError 409 if someone else changed them meanwhile
 */
export async function savePageSettings(
  context: Context,
  { body: { version: expected, ...set } }: RouteChecked<typeof routes.save>,
): Promise<Page> {
  const { transaction, client } = context
  const before = await pageSettings(transaction, client)
  const row = {
    client_code: client,
    is_on: set.isOn,
    title: set.title,
    accent: set.accent,
    returns_address: set.returnsAddress,
    contact_mail: set.contactMail,
    photo_days: set.photoDays,
    shopper_data_days: set.shopperDataDays,
  }
  const saved = await transaction.writeRow(
    db
      .insertInto('shoppers_pages')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('client_code')
          .doUpdateSet({ ...row, version: sql<number>`shoppers_pages.version + 1` })
          .where('shoppers_pages.version', '=', expected),
      )
      .returning('version'),
  )
  if (!saved || (before.version === 0 && expected > 0))
    throw new AppError(
      'version_conflict',
      'Someone changed the page meanwhile. Look at it as it is now, and try again.',
    )
  // Existing photos follow the new retention period too.
  if (before.settings.photoDays !== set.photoDays)
    await transaction.write(
      db
        .updateTable('return_photos')
        .set({ delete_at: sql<Date>`stored_at + make_interval(days => ${set.photoDays})` })
        .where('client_code', '=', client)
        .where('return_reference', 'is not', null),
    )
  await audit(context, {
    clientCode: client,
    act: 'returns-book.page-set',
    object: 'page for shoppers',
    record: `returns-page:${client}`,
    before: before.settings,
    after: set,
  })
  return readPageSettings(context)
}

/** The photos of a return; none for an unknown return. */
export async function listReturnPhotos(
  { transaction, client }: Context,
  { query }: RouteChecked<typeof routes.photos>,
): Promise<RouteAnswer<typeof routes.photos>> {
  const rows = await transaction.rows(
    db
      .selectFrom('return_photos')
      .select(['photo_id', 'line_number', 'width', 'height', 'stored_at', 'delete_at'])
      .select(sql<number>`octet_length(bytes)`.as('size'))
      .where('client_code', '=', client)
      .where('return_reference', '=', query.returnReference.toUpperCase())
      .orderBy('line_number')
      .orderBy('stored_at')
      .orderBy('photo_id'),
  )
  return {
    photos: rows.map((row) => ({
      photoId: row.photo_id,
      lineNumber: row.line_number,
      width: row.width,
      height: row.height,
      bytes: row.size,
      storedAt: row.stored_at.toISOString(),
      deletedAt: row.delete_at.toISOString(),
    })),
  }
}

/**
 * A photo that a shopper sent.
 *
 * @throws AppError 404
 */
export async function readReturnPhoto(
  { transaction, client }: Context,
  { params }: RouteChecked<typeof routes.photo>,
): Promise<FileAnswer> {
  const row = await transaction.row(
    db
      .selectFrom('return_photos')
      .select(['bytes', 'line_number'])
      .where('client_code', '=', client)
      .where('photo_id', '=', params.photoId)
      .where('return_reference', 'is not', null),
  )
  if (!row) throw new AppError('not_found', 'This photo is not there any more.')
  return new FileAnswer(`Photo of line ${row.line_number}.jpg`, async () => row.bytes, 'image/jpeg')
}
