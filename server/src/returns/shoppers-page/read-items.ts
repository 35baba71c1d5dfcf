import { RESOLUTIONS } from '@despatch/domain/returns/rules/returns-book'
import { type PageLine, reasonOfWithdrawal } from '@despatch/domain/returns/shoppers-page/lines-on-page'
import { offeredReasons } from '@despatch/domain/returns/shoppers-page/offered-reasons'
import type { RequestedItem } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import type { Fault } from './items-view.ts'
import type { OpenDraft } from './open-draft.ts'

const MAX_COMMENT = 1000

/** Reads and checks the form of step 2. `photos` are the counts by line. */
export function readItems(
  fields: ReadonlyMap<string, string>,
  lines: readonly PageLine[],
  { open, photos }: { open: OpenDraft; photos: ReadonlyMap<number, number> },
): { requested: RequestedItem[]; faults: Fault[] } {
  const faults: Fault[] = []
  const reasons = new Map(
    offeredReasons(open.compiled).flatMap((group) => group.reasons.map((reason) => [reason.code, reason])),
  )
  const ticked = lines.filter(
    ({ lineNumber, returnable }) => returnable > 0 && fields.get(`take-${lineNumber}`) === 'yes',
  )
  const requested = ticked.map((line): RequestedItem => {
    const { lineNumber, returnable, resolutions } = line
    const fieldOf = (name: string) => (fields.get(`${name}-${lineNumber}`) ?? '').trim()
    const fault = (name: string, message: string) => faults.push({ field: `${name}-${lineNumber}`, message })
    const quantity = Number(fieldOf('quantity'))
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > returnable)
      fault('quantity', `Choose how many you send back, from 1 to ${returnable}`)
    const chosenCode = fieldOf('reason')
    // A shopper who withdraws gives no reason, so the requirements of the substituted reason do not apply.
    const withdraws = open.isEu && chosenCode === ''
    const code = chosenCode || (withdraws && reasonOfWithdrawal(open.compiled)) || ''
    const reason = reasons.get(code)
    if (!reason && reasons.size > 0) fault('reason', 'Choose why you are sending it back')
    const comment = cleanText(fieldOf('comment'))
    if (!withdraws && reason?.asksComment && comment === '') fault('comment', 'Tell us what is wrong with it')
    if (comment.length > MAX_COMMENT) fault('comment', `Use at most ${MAX_COMMENT} characters`)
    if (!withdraws && reason?.asksPhoto && (photos.get(lineNumber) ?? 0) === 0) fault('photo', 'Add a photo of it')
    const resolution = RESOLUTIONS.find((one) => one === fieldOf('resolution')) ?? resolutions[0] ?? 'refund'
    return {
      lineNumber,
      quantity: Math.min(Math.max(1, Math.trunc(quantity) || 1), returnable),
      reason: code,
      comment: comment.slice(0, MAX_COMMENT),
      resolution: resolutions.includes(resolution) ? resolution : (resolutions[0] ?? 'refund'),
    }
  })
  const first = lines.find(({ returnable }) => returnable > 0)
  if (requested.length === 0 && first)
    faults.push({ field: `take-${first.lineNumber}`, message: 'Tick what you are sending back' })
  return { requested, faults }
}

/** Removes characters that cannot be stored or shown; line breaks stay. */
const cleanText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]|[\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .trim()
