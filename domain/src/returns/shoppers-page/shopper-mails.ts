import { dayOf, formatDay } from '../../calendar/day.ts'
import { type AnnouncedParcel, isParcelWithdrawn } from '../portal/announced-parcel.ts'
import type { ReturnQuantities } from '../life/return-states.ts'
import { formatMoney, moneyText } from '../../money/money.ts'
import { asSentence, nameOfLine } from './shopper-text.ts'
import { wayBackOf, wayBackText } from './way-back.ts'

/** Data for an email to a shopper. Amounts are ten-thousandths. */
export type ShopperMailInput = {
  readonly shop: string
  readonly currency: string
  readonly contactMail: string
  /** Address for parcels whose option names none. */
  readonly returnsAddress: string
  /** Link to the return's page; '' if the shop has none. */
  readonly link: string
  /** Name of the step; unknown steps get a general text. */
  readonly step: string
  readonly of: {
    readonly reference: string
    readonly orderNumber: string
    readonly customerName: string
    readonly announcedAt: Date
    readonly review: string
    readonly reviewReason: string
    readonly refundDueOn: string | null
    /** Whether some of it can still be cancelled. */
    readonly canWithdraw: boolean
    /** '' if nothing is replaced. */
    readonly exchangeOrder: string
    readonly postage: number
    readonly fee: number
    /** Empty if nothing is to be sent. */
    readonly parcels: readonly Pick<AnnouncedParcel, 'label' | 'lineNumbers' | 'option'>[]
    readonly lines: readonly {
      readonly lineNumber: number
      readonly sku: string
      readonly description: string
      readonly quantity: number
      readonly pieces: Pick<ReturnQuantities, 'goods'>
    }[]
  }
  readonly event: {
    readonly at: Date
    /** Name of staff; '' for the shopper. */
    readonly by: string
    readonly reason: string
    readonly pieces: readonly { readonly lineNumber: number; readonly quantity: number }[]
    readonly amount: number | null
    readonly deduction: number | null
  }
}

type MailText = { readonly subject: string; readonly text: string }

/** Writes the email about one step of a return: what happened, when, and what happens next. */
export function shopperMail(input: ShopperMailInput): MailText {
  const { of, event, shop, contactMail, link } = input
  const { subject, text } = mailText(input)
  const items = event.pieces.map(({ lineNumber, quantity }) => `  ${quantity} × ${nameOfLine(of, lineNumber)}`)
  const parts = [
    of.customerName === '' ? 'Hello,' : `Hello ${of.customerName},`,
    text,
    ...(items.length > 0 ? [items.join('\n')] : []),
    ...sendingTexts(input),
    `Return: ${of.reference}\nOrder: ${of.orderNumber}\nWhen: ${whenText(event.at)}`,
    ...(link === '' ? [] : [`See where your return is${of.canWithdraw ? ', or cancel it' : ''}:\n\n${link}`]),
    ...(contactMail === '' ? [] : [`Questions? Write to ${contactMail}.`]),
    shop,
  ]
  return { subject: oneLine(`${subject} (${of.reference})`), text: `${parts.join('\n\n')}\n` }
}

/** How to send each parcel and what it costs, for emails that ask the shopper to send it. */
function sendingTexts({ step, of, returnsAddress, currency }: ShopperMailInput): string[] {
  const asksToSend = ASKS_TO_SEND.has(step) && of.canWithdraw && of.review !== 'waiting'
  if (!asksToSend) return []
  const parcels = of.parcels.filter(({ lineNumbers }) =>
    of.lines.some(({ lineNumber, pieces }) => lineNumbers.includes(lineNumber) && pieces.goods.announced > 0),
  )
  if (parcels.length === 0) return []
  const ways = parcels.map((parcel) => {
    const items = parcels.length > 1 ? `${parcel.lineNumbers.map((line) => nameOfLine(of, line)).join(', ')}: ` : ''
    return `${items}${wayBackText(wayBackOf(parcel, returnsAddress))}`
  })
  const pays = of.postage > 0 ? ` You pay ${formatMoney(moneyText(BigInt(of.postage)), currency)} to send it.` : ''
  return [
    ...ways,
    `Put the reference ${of.reference} into your parcel and send it within 14 days.${pays}${feeText(of.fee, currency)}`,
  ]
}
const feeText = (fee: number, currency: string) =>
  fee > 0 ? ` A returns fee of ${formatMoney(moneyText(BigInt(fee)), currency)} is taken off your refund.` : ''
const ASKS_TO_SEND = new Set(['announced', 'review_allowed', 'refused', 'labelled'])

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' })
const whenText = (at: Date) => `${formatDay(dayOf(at))}, ${time.format(at)} (UK time)`
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200)

/** The acknowledgement of an announced return. */
function announcedText(
  of: ShopperMailInput['of'],
  { shop, currency }: Pick<ShopperMailInput, 'shop' | 'currency'>,
): MailText {
  const next =
    of.review === 'waiting'
      ? ' We’re looking at it and will email you our answer. Please don’t send it yet.'
      : of.parcels.length === 0
        ? ` You can keep them: nothing has to come back.${feeText(of.fee, currency)}`
        : ''
  const swap =
    of.exchangeOrder === ''
      ? ''
      : ` Your replacement is order ${of.exchangeOrder}. We send it when your return has arrived.`
  return {
    subject: `We’ve received your return for ${shop}`,
    text: `We’ve received your notice that you are returning the items below or withdrawing from the contract for them.${next}${swap}`,
  }
}

/** Confirms a cancellation and says which labels are void. */
function withdrawnText(
  { parcels, lines }: ShopperMailInput['of'],
  { by }: Pick<ShopperMailInput['event'], 'by'>,
): MailText {
  const numbers = parcels.flatMap(({ label, lineNumbers }) =>
    label && isParcelWithdrawn(lines, lineNumbers) ? label.number : [],
  )
  const [what, isVoid] = numbers.length === 1 ? ['label', 'it is'] : ['labels', 'they are']
  const labels =
    numbers.length === 0 ? '' : ` Please don’t use the ${what} ${numbers.join(', ')}: ${isVoid} no longer valid.`
  const who = by === '' ? 'You’ve cancelled' : 'As you asked, we’ve cancelled'
  return { subject: 'Your return is cancelled', text: `${who} the return of the items below.${labels}` }
}

function mailText({ step, of, event, shop, currency }: ShopperMailInput): MailText {
  const money = (amount: number) => formatMoney(moneyText(BigInt(amount)), currency)
  const because = event.reason === '' ? '' : ` ${asSentence(event.reason)}`
  switch (step) {
    case 'announced':
      return announcedText(of, { shop, currency })
    case 'review_allowed':
      return {
        subject: 'Your return is accepted',
        text: `We’ve accepted the items below. ${of.parcels.length === 0 ? 'You can keep them: nothing has to come back.' : 'You can send your return back now.'}${because}`,
      }
    case 'labelled':
      return {
        subject: 'Your return label',
        text: 'Here is the label for the items below. You can send them back now.',
      }
    case 'refused':
      return {
        subject: of.canWithdraw ? 'We can’t accept a part of your return' : 'We can’t accept your return',
        text: `We’ve looked at your return and can’t accept the items below.${because}${of.canWithdraw ? ' You can send the rest back now.' : ''}`,
      }
    case 'withdrawn':
      return withdrawnText(of, event)
    case 'expired':
      return {
        subject: 'Your return is closed',
        text: 'The items below didn’t reach us in time, so we’ve closed the return. You can announce them again while there is time.',
      }
    case 'received': {
      const due = of.refundDueOn === null ? '' : ` You’ll have your refund by ${formatDay(of.refundDueOn)}.`
      const swap = of.exchangeOrder === '' ? '' : ` Your replacement is order ${of.exchangeOrder}.`
      return { subject: 'Your parcel has arrived', text: `We’ve received the items below.${due}${swap}` }
    }
    case 'refunded': {
      const paid = event.amount === null ? '' : ` of ${money(event.amount)}`
      const off = event.deduction ? ` We’ve taken off ${money(event.deduction)}${event.reason === '' ? '.' : ':'}` : ''
      return {
        subject: 'Your refund is on its way',
        text: `Your refund${paid} for the items below is on its way.${off}${because}`,
      }
    }
    case 'rejected':
      return { subject: 'We can’t refund your return', text: `We can’t refund the items below.${because}` }
    case 'lost':
      return {
        subject: 'Your parcel was lost',
        text: `The items below were lost on their way to us. We’ll be in touch about your refund.${because}`,
      }
    default:
      return { subject: 'News about your return', text: `Something has changed about the items below.${because}` }
  }
}
