import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type Sharp from 'sharp'
import { AppError } from '../../process/app-error.ts'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Draft, lockDraftsOfOrder } from './drafts.ts'
import type { PageContext } from './page-context.ts'

/** Formats that phones and browsers send. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp'])
/** Pixels of an incoming photo: twice what current phones take. */
const MAX_PIXELS = 100_000_000
/** Longer side of a stored photo in pixels: enough to see a scratch. */
const MAX_SIDE = 1600
const QUALITY = 78
/** Photos encoded at the same time, in sharp's own threads. */
const AT_ONCE = 2
const MAX_WAITING = 60

export type Photo = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** Loaded with the first photo: it takes 14 MB, and many servers never get one. */
let library: Promise<typeof Sharp> | undefined
const loadSharp = () =>
  (library ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    return sharp
  }))
let running = 0
const waiting: (() => void)[] = []

/**
 * Re-encodes a photo: upright, at most 1,600 pixels wide and high, without metadata such as the location.
 *
 * @throws AppError if it is no photo, or has more pixels than any camera takes
 */
export async function reencodePhoto(bytes: Buffer): Promise<Photo> {
  if (waiting.length >= MAX_WAITING)
    throw new AppError('unavailable', 'Many photos are being sent just now. Try again in a minute.', {
      retryAfterSeconds: 60,
    })
  if (running >= AT_ONCE) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  try {
    return await encodePhoto(bytes)
  } catch {
    throw new AppError('unsupported_file', 'That isn’t a photo we can read. Choose a JPEG, PNG or WebP photo.')
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function encodePhoto(bytes: Buffer): Promise<Photo> {
  const sharp = await loadSharp()
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  const { format } = await image.metadata()
  if (!FORMATS.has(format)) throw new Error(`not a photo: ${format}`)
  const { data, info } = await image
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Days for which unfinished returns keep their photos. */
const DRAFT_DAYS = 4
const DAY = 86_400_000

/** Saves a photo for a line of a draft. */
export async function savePhoto(
  transaction: Transaction,
  { shop, now }: Pick<PageContext, 'shop' | 'now'>,
  draft: Pick<Draft, 'tokenHash'>,
  { lineNumber, photo }: { lineNumber: number; photo: Photo },
): Promise<void> {
  await transaction.write(
    db.insertInto('return_photos').values({
      client_code: shop.client,
      photo_id: randomUUID(),
      token_hash: draft.tokenHash,
      line_number: lineNumber,
      return_reference: null,
      ...photo,
      stored_at: now,
      delete_at: new Date(now.getTime() + DRAFT_DAYS * DAY),
    }),
  )
}

/** Over all drafts of an order, so that a stranger who knows it cannot fill the database. */
const MAX_PHOTOS_OF_ORDER_A_DAY = 30

/** How many more photos the drafts of an order may have today. Locks the order's drafts until the transaction ends. */
export async function photosLeftToday(
  transaction: Transaction,
  { shop, now }: Pick<PageContext, 'shop' | 'now'>,
  { orderNumber }: Pick<Draft, 'orderNumber'>,
): Promise<number> {
  await lockDraftsOfOrder(transaction, shop.client, orderNumber)
  const row = await transaction.writeRow(
    sql<{ photos: number }>`
      select count(*)::int as photos from shopper_drafts d join return_photos p using (client_code, token_hash)
      where d.client_code = ${shop.client} and d.order_number = ${orderNumber} and p.stored_at > ${new Date(now.getTime() - DAY)}`.compile(
      db,
    ),
  )
  return Math.max(0, MAX_PHOTOS_OF_ORDER_A_DAY - (row?.photos ?? 0))
}

/** Number of photos by line of a draft. */
export async function photosOfDraft(
  transaction: Transaction,
  { shop }: Pick<PageContext, 'shop'>,
  draft: Pick<Draft, 'tokenHash'>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await transaction.rows(photosByLine(shop.client, draft.tokenHash))
  return new Map(rows.map(({ line_number, photos }) => [line_number, Number(photos)]))
}

const photosByLine = fixed((client: string, tokenHash: Buffer) =>
  db
    .selectFrom('return_photos')
    .select(['line_number', ({ fn }) => fn.countAll<string>().as('photos')])
    .where('client_code', '=', client)
    .where('token_hash', '=', tokenHash)
    .groupBy('line_number')
    .compile(),
)

/** Moves a draft's photos to its announced return; photos of lines that were left out are deleted. */
export async function attachPhotos(
  transaction: Transaction,
  { shop, now }: Pick<PageContext, 'shop' | 'now'>,
  draft: Pick<Draft, 'tokenHash'>,
  { reference, lineNumbers }: { reference: string; lineNumbers: readonly number[] },
): Promise<void> {
  await transaction.write(
    db
      .updateTable('return_photos')
      .set({ return_reference: reference, delete_at: new Date(now.getTime() + shop.settings.photoDays * DAY) })
      .where('client_code', '=', shop.client)
      .where('token_hash', '=', draft.tokenHash)
      .where('line_number', 'in', [...lineNumbers]),
  )
  await transaction.write(
    db
      .deleteFrom('return_photos')
      .where('client_code', '=', shop.client)
      .where('token_hash', '=', draft.tokenHash)
      .where('return_reference', 'is', null),
  )
}
