import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type Sharp from 'sharp'
import { AppError } from '../../process/app-error.ts'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Draft, holdDraftsOf } from './drafts.ts'
import type { PageContext } from './page-context.ts'

/** As shoppers' phones and browsers send them. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp'])
/** Of a photo that comes in: twice what today's phones take. */
const MAX_PIXELS = 100_000_000
/** Of the longer side of what is kept: enough to see a scratch. */
const MAX_SIDE = 1600
const QUALITY = 78
/** At once, in threads of their own: the event loop does none of it. */
const AT_ONCE = 2
const MAX_WAITING = 60

export type Photo = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** Loaded with the first photo: it takes 14 MB, and many a server is never sent one. */
let library: Promise<typeof Sharp> | undefined
const loadSharp = () =>
  (library ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    return sharp
  }))
let running = 0
const waiting: (() => void)[] = []

/**
 * A photo encoded again: upright, at most 1,600 pixels wide and high, without anything that stood beside its pixels, such as
 * where it was taken. Throws an AppError for what is no photo, or has more pixels than any camera takes.
 */
export async function remakePhoto(bytes: Buffer): Promise<Photo> {
  if (waiting.length >= MAX_WAITING)
    throw new AppError('unavailable', 'Many photos are being sent just now. Try again in a minute.', {
      retryAfterSeconds: 60,
    })
  if (running >= AT_ONCE) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  try {
    return await encoded(bytes)
  } catch {
    throw new AppError('unsupported_file', 'That isn’t a photo we can read. Choose a JPEG, PNG or WebP photo.')
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function encoded(bytes: Buffer): Promise<Photo> {
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

/** Unfinished returns keep their photos for so long. */
const DRAFT_DAYS = 4
const DAY = 86_400_000

/** Keeps a photo of a line of a draft. */
export async function keepPhoto(
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

/** Of all drafts of one order: nobody who knows an order fills the database with photos. */
const MAX_PHOTOS_OF_ORDER_A_DAY = 30

/** How many more photos the drafts of an order may have today. It holds the order's photos until the transaction ends. */
export async function photosLeftToday(
  transaction: Transaction,
  { shop, now }: Pick<PageContext, 'shop' | 'now'>,
  { orderNumber }: Pick<Draft, 'orderNumber'>,
): Promise<number> {
  await holdDraftsOf(transaction, shop.client, orderNumber)
  const row = await transaction.writeRow(
    sql<{ photos: number }>`
      select count(*)::int as photos from shopper_drafts d join return_photos p using (client_code, token_hash)
      where d.client_code = ${shop.client} and d.order_number = ${orderNumber} and p.stored_at > ${new Date(now.getTime() - DAY)}`.compile(
      db,
    ),
  )
  return Math.max(0, MAX_PHOTOS_OF_ORDER_A_DAY - (row?.photos ?? 0))
}

/** How many photos a draft has of each line. */
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

/** Gives the photos of a draft to the return that it became; those of lines that were left out in the end go. */
export async function givePhotos(
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
