import { offeredReasons } from '@despatch/domain/returns/shoppers-page/offered-reasons'
import { isToken } from '../../http/authentication/token.ts'
import { AppError } from '../../process/app-error.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { startDraft, saveDraft } from './drafts.ts'
import { findShoppersOrder } from './find-order.ts'
import { type Fault, itemsView } from './items-view.ts'
import { decideRequest, lineNames, linesOf, openDraft, type OpenDraft, validAnswer } from './open-draft.ts'
import { optionsView } from './options-view.ts'
import { inShop, type PageContext } from './page-context.ts'
import type { SentPage } from './page-layout.ts'
import { savePhoto, type Photo, photosLeftToday, reencodePhoto } from './photos.ts'
import { readItems } from './read-items.ts'
import { MAX_PHOTOS, type ReceivedForm } from './receive-form.ts'
import { NOT_FOUND_FAULT, startView } from './start-view.ts'
import { OTHER_ORDER_OPENED, DRAFT_EXPIRED, messageView } from './message-views.ts'

/** Result of a step: a page, or a redirect. `token` is stored in the browser. */
export type StepAnswer =
  | { readonly page: SentPage; readonly status?: number; readonly retryAfterSeconds?: number | undefined }
  | { readonly to: string; readonly token?: string }

/** Input of a step: `token` is from the browser. */
export type StepInput = { readonly token: string; readonly form?: ReceivedForm }

/** Whether the client is under EU law. */
const isEuShop = ({ database, services, shop }: PageContext): Promise<boolean> =>
  inShop(database, shop.client, async (transaction) => {
    const { book } = await returnsBook(transaction, shop.client, { services })
    return book.law === 'EU'
  })

export async function showStart(context: PageContext): Promise<StepAnswer> {
  return { page: startView({ shop: context.shop, isEu: await isEuShop(context) }) }
}

/** Step 1, filled in: continues to the order, or says in the same words for every failure that nothing matches. */
export async function findOrder(
  context: PageContext,
  { token: browser, form: { fields } }: Required<StepInput>,
): Promise<StepAnswer> {
  const { shop } = context
  const entered = {
    token: browser,
    orderNumber: (fields.get('order') ?? '').trim().slice(0, 50),
    proof: (fields.get('proof') ?? '').trim().slice(0, 254),
  }
  const refused = async (faults: Fault[], status = 422, retryAfterSeconds?: number): Promise<StepAnswer> => ({
    status,
    retryAfterSeconds,
    page: startView({ shop, isEu: await isEuShop(context), entered, faults }),
  })
  const missing = [
    ...(entered.orderNumber === '' ? [{ field: 'order', message: 'Enter your order number' }] : []),
    ...(entered.proof === '' ? [{ field: 'proof', message: 'Enter your postcode or email' }] : []),
  ]
  if (missing.length > 0) return refused(missing)
  try {
    const token = await findShoppersOrder(context, entered, (transaction, orderNumber) =>
      startDraft(transaction, context, orderNumber),
    )
    if (token === undefined) return await refused([NOT_FOUND_FAULT])
    return { to: `/returns/${shop.client}/items`, token }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_attempts') throw error
    return refused([{ field: 'order', message: error.message }], 429, error.retryAfterSeconds)
  }
}

/** Answer for a draft that no longer exists. */
export const draftExpired = ({ shop }: PageContext): StepAnswer => ({
  status: 410,
  page: messageView(shop, DRAFT_EXPIRED),
})

/** Proves that a form comes from the page that this browser was given. */
export const sealOf = ({ services }: PageContext, token: string): string =>
  services.secrets.fingerprint(token, 'form of a return').toString('base64url')

/** Rejects a form that is not from this browser's page; undefined if it is. */
export function rejectForm(context: PageContext, { token, form }: StepInput): StepAnswer | undefined {
  if (!isToken(token)) return draftExpired(context)
  if (form?.fields.get('seal') === sealOf(context, token)) return undefined
  return { status: 409, page: messageView(context.shop, OTHER_ORDER_OPENED) }
}

/** Step 2, with the choices made so far. */
export function showItems(context: PageContext, { token }: StepInput): Promise<StepAnswer> {
  return inShop(context.database, context.shop.client, async (transaction) => {
    const open = await openDraft(transaction, context, token)
    if (!open) return draftExpired(context)
    return { page: itemsPage(context, open, { token, requested: open.draft.requested ?? [], faults: [] }) }
  })
}

function itemsPage(
  context: PageContext,
  open: OpenDraft,
  input: Pick<Parameters<typeof itemsView>[0], 'requested' | 'faults'> & { token: string },
): SentPage {
  const { shop, now } = context
  return itemsView({
    shop,
    orderNumber: open.draft.orderNumber,
    lines: linesOf(open, now),
    reasons: offeredReasons(open.compiled),
    isEu: open.isEu,
    photos: open.photos,
    requested: input.requested,
    faults: input.faults,
    seal: sealOf(context, input.token),
  })
}

type TakenPhoto = { readonly lineNumber: number; readonly photo: Photo }

const TOO_MANY_PHOTOS =
  'Too many photos of this order have been sent today. Continue without this one, or try again tomorrow.'

/** Step 2, filled in: saves the choices, and decides them if the form is valid. */
export async function chooseItems(context: PageContext, { token, form }: Required<StepInput>): Promise<StepAnswer> {
  const { photos, faults: badPhotos } = await takePhotos(form)
  return inShop(context.database, context.shop.client, async (transaction) => {
    const open = await openDraft(transaction, context, token, { lock: true })
    if (!open) return draftExpired(context)
    const { draft } = open
    if (draft.reference !== null) return { to: `/returns/${context.shop.client}/confirm` }
    const existing = [...open.photos.values()].reduce((sum, count) => sum + count, 0)
    const numbers = new Set(open.loaded.order.lines.map(({ lineNumber }) => lineNumber))
    const wanted = photos
      .filter(({ lineNumber }) => numbers.has(lineNumber))
      .slice(0, Math.max(0, MAX_PHOTOS - existing))
    const left = wanted.length === 0 ? 0 : await photosLeftToday(transaction, context, draft)
    const taken = wanted.slice(0, left)
    const tooMany = [...new Set(wanted.slice(left).map(({ lineNumber }) => `photo-${lineNumber}`))]
    const photoFaults = [...badPhotos, ...tooMany.map((field) => ({ field, message: TOO_MANY_PHOTOS }))]
    const counts = new Map(open.photos)
    for (const one of taken) {
      counts.set(one.lineNumber, (counts.get(one.lineNumber) ?? 0) + 1)
      await savePhoto(transaction, context, draft, one)
    }
    const { requested, faults } = readItems(form.fields, linesOf(open, context.now), { open, photos: counts })
    const all = [...photoFaults, ...faults.filter(({ field }) => !photoFaults.some((bad) => bad.field === field))]
    const answer = all.length === 0 ? decideRequest(open, requested, context.now) : null
    await saveDraft(transaction, context, draft, { requested, answer, options: null })
    if (answer) return { to: `/returns/${context.shop.client}/options` }
    return { status: 422, page: itemsPage(context, { ...open, photos: counts }, { token, requested, faults: all }) }
  })
}

/** Re-encodes the photos of a form; unreadable ones become errors of their fields. */
async function takePhotos({ photos }: ReceivedForm): Promise<{ photos: TakenPhoto[]; faults: Fault[] }> {
  const faults: Fault[] = []
  const taken: TakenPhoto[] = []
  for (const { field, bytes } of photos.slice(0, MAX_PHOTOS)) {
    const lineNumber = Number(/^photo-(\d{1,6})$/.exec(field)?.[1] ?? 0)
    try {
      taken.push({ lineNumber, photo: await reencodePhoto(bytes) })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unsupported_file') throw error
      faults.push({ field, message: error.message })
    }
  }
  return { photos: taken, faults }
}

/** Step 3: the answer, and the ways to send the goods back. */
export function showOptions(context: PageContext, { token }: StepInput): Promise<StepAnswer> {
  return inShop(context.database, context.shop.client, async (transaction) => {
    const open = await openDraft(transaction, context, token)
    if (!open) return draftExpired(context)
    const answer = await validAnswer(transaction, context, open)
    if (!answer) return { to: `/returns/${context.shop.client}/items` }
    return {
      page: optionsView({
        shop: context.shop,
        orderNumber: open.draft.orderNumber,
        answer,
        before: answer.before,
        nameOfLine: lineNames(open),
        chosen: open.draft.options ?? [],
        faults: [],
        seal: sealOf(context, token),
      }),
    }
  })
}

/** Step 3, filled in: saves the option of each parcel. */
export function chooseOptions(context: PageContext, { token, form }: Required<StepInput>): Promise<StepAnswer> {
  return inShop(context.database, context.shop.client, async (transaction) => {
    const open = await openDraft(transaction, context, token, { lock: true })
    if (!open) return draftExpired(context)
    const answer = await validAnswer(transaction, context, open)
    const here = `/returns/${context.shop.client}`
    if (!answer) return { to: `${here}/items` }
    const options = answer.parcels.flatMap((parcel, place) => {
      const id = form.fields.get(`option-${place}`)
      return parcel.options.find((option) => option.id === id)?.id ?? []
    })
    if (options.length < answer.parcels.length) return { to: `${here}/options` }
    await saveDraft(transaction, context, open.draft, { options })
    return { to: `${here}/confirm` }
  })
}
