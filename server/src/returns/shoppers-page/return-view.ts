import { type Day, dayOf, formatDay } from '@despatch/domain/calendar/day'
import type { AnnouncedParcel } from '@despatch/domain/returns/portal/announced-parcel'
import { GOODS_STATES } from '@despatch/domain/returns/life/return-states'
import { formatMoney, moneyText } from '@despatch/domain/money/money'
import {
  asSentence,
  nameOfLine,
  priceText,
  RESOLUTION_TEXTS,
} from '@despatch/domain/returns/shoppers-page/shopper-text'
import { wayBackOf } from '@despatch/domain/returns/shoppers-page/way-back'
import { SHOPPER_STATES } from '@despatch/domain/returns/shoppers-page/state-text'
import type { ReadLine, ReadReturn, ReadStep } from '../portal/read-return.ts'
import { type Html, html } from './html.ts'
import { faultList, layOut, type SentPage } from './page-layout.ts'
import type { Shop } from './page-context.ts'

export type ReturnInput = {
  readonly shop: Shop
  readonly of: ReadReturn
  readonly path: string
  readonly now: Date
  readonly message?: string
}

/** An announced return: its reference, the next steps, the state of each line, and how to cancel it. */
export function returnView({ shop, of, path, now, message }: ReturnInput): SentPage {
  // Nothing is sent during a review, so that everything goes in one parcel.
  const hasToSend = of.state === 'announced' && of.review !== 'waiting' && of.parcels.length > 0
  return layOut(shop, {
    title: titleOf(of),
    isFault: message !== undefined,
    body: html`${faultList(message === undefined ? [] : [{ field: 'cancel', message }])}
      <p>Your reference is<br /><span class="reference">${of.reference}</span></p>
      <p>
        Order <strong>${of.orderNumber}</strong>, announced on
        ${formatDay(dayOf(of.announcedAt))}.${of.email !== '' && html` We’ve emailed you this, with a link to this page.`}
      </p>
      ${of.review === 'waiting' && html`<div class="note"><p>We’re looking at this return, and will email you our answer. Please don’t send it yet.</p></div>`}
      ${of.review === 'refused' && html`<div class="note"><p>${refusedText(of)}</p></div>`}
      ${hasToSend && nextSteps({ shop, of, path })}
      <h2>What you send back</h2>
      ${of.lines.map((line) => lineNote(line, of))}
      ${of.exchangeOrder !== '' && of.exchange !== 'cancelled' && html`<p>${replacementText(of)}</p>`}
      ${of.steps.map((step) => moneyNote(step, { shop, of }))}
      ${of.refundDueOn !== null && html`<p>${refundDueText(of.refundDueOn, of, dayOf(now))}</p>`}
      ${
        of.canWithdraw &&
        html`<h2>Changed your mind?</h2>
          <details id="cancel">
            <summary>Cancel this return</summary>
            <p>You keep the items. You can announce them again while there is time.</p>
            <form method="post" action="${path}/withdraw"><button class="second">Cancel this return</button></form>
          </details>`
      }
      <p><a href="/returns/${shop.client}">Return another order</a></p>`,
  })
}

function titleOf({ state, review }: ReadReturn): string {
  if (state !== 'announced') return SHOPPER_STATES[state]
  if (review === 'allowed') return 'Your return is accepted'
  return review === 'waiting' ? 'We’re looking at your return' : 'Your return is announced'
}

/** When the replacement order ships. */
const replacementText = ({ exchange, exchangeOrder }: ReadReturn) =>
  exchange === 'released'
    ? `Your replacement is on its way to you as order ${exchangeOrder}.`
    : `Your replacement is order ${exchangeOrder}. We send it when your return has arrived.`

function nextSteps({ shop, of, path }: Omit<ReturnInput, 'message' | 'now'>): Html {
  return html`<h2>What happens next</h2>
    <ol>
      <li>
        Print <a href="${path}/note.pdf">the note for your parcel</a> and put it inside. No printer? Write the reference
        on a piece of paper.
      </li>
      ${of.parcels.map((parcel) => html`<li>${sendingText(parcel, { shop, of })}</li>`)}
      <li>${whatFollows(of)}</li>
    </ol>
    ${of.postage > 0 && html`<p>You pay ${priceText(of.postage, shop.currency)} to send it.</p>`}
    ${of.fee > 0 && html`<p>A returns fee of ${priceText(of.fee, shop.currency)} is taken off your refund.</p>`}`
}

function whatFollows({ lines }: ReadReturn): string {
  const [isRefunded, isExchanged] = (['refund', 'exchange'] as const).map((resolution) =>
    lines.some((line) => line.resolution === resolution),
  )
  if (!isExchanged) return 'We email you when it arrives, and again when your money is on its way.'
  if (!isRefunded) return 'We email you when it arrives, and then send your replacement.'
  return 'We email you when it arrives, then send your replacement, and email you again when your money is on its way.'
}

function sendingText(parcel: AnnouncedParcel, { shop, of }: Pick<ReturnInput, 'shop' | 'of'>): Html {
  const items = of.parcels.length > 1 && ` ${parcel.lineNumbers.map((number) => nameOfLine(of, number)).join(', ')}:`
  const way = wayBackOf(parcel, shop.settings.returnsAddress)
  switch (way.kind) {
    case 'link':
      return html`${items} ${way.name}: <a href="${way.link}" rel="noreferrer">book it here</a>.`
    case 'label':
      return html`${items} ${way.name}:
        ${way.label.link === '' ? 'your label is' : html`<a href="${way.label.link}" rel="noreferrer">print your label</a>,`}
        number <strong class="code">${way.label.number}</strong>.`
    case 'label-follows':
      return html`${items} ${way.name}: we’ll email you the label.`
    case 'address':
      return html`${items} ${way.name}. Send it to: <strong>${way.address}</strong>`
    case 'unknown':
      return html`${items} We’ll tell you by email how to send it.`
  }
}

/** When the rest is refunded. A date that has passed is not promised again. */
function refundDueText(due: Day, { steps }: ReadReturn, today: Day): string {
  const refund = steps.some(({ amount }) => amount !== null) ? 'the rest of your refund' : 'your refund'
  if (due >= today) return `You’ll have ${refund} by ${formatDay(due)}.`
  return `We’re sorry: ${refund} was due by ${formatDay(due)} and is late.`
}

/** Items that the review refused, and why; the others continue. */
function refusedText({ steps, reviewReason, ...of }: ReadReturn): string {
  const refused = steps.flatMap(({ step, pieces }) => (step === 'refused' ? pieces : []))
  const names = refused.map(({ lineNumber }) => nameOfLine(of, lineNumber))
  if (names.length === 0) return reviewReason
  return `We can’t accept ${names.join(', ')}${reviewReason === '' ? '.' : `: ${asSentence(reviewReason)}`}`
}

/** The amount refunded, and what was deducted or not refunded, with the reason. */
function moneyNote({ step, at, reason, pieces, amount, deduction }: ReadStep, input: Pick<ReturnInput, 'shop' | 'of'>) {
  const { of, shop } = input
  const items = pieces.map(({ lineNumber, quantity }) => `${quantity} × ${nameOfLine(of, lineNumber)}`).join(', ')
  const because = reason === '' ? '.' : `: ${asSentence(reason)}`
  if (step === 'rejected') return html`<p>We can’t refund ${items}${because}</p>`
  if (step !== 'refunded' || amount === null) return false
  const off = deduction ? ` We took off ${priceText(deduction, shop.currency)}${because}` : ''
  const why = off === '' && reason !== '' ? ` ${asSentence(reason)}` : off
  return html`<p>
    We refunded ${formatMoney(moneyText(BigInt(amount)), shop.currency)} for ${items} on ${formatDay(dayOf(at))}.${why}
  </p>`
}

function lineNote(line: ReadLine, { review }: Pick<ReadReturn, 'review'>): Html {
  const isJudged = review !== 'waiting' || line.answer !== 'review'
  const { goods, money } = line.pieces
  const places = GOODS_STATES.filter((state) => goods[state] > 0)
  const textOf = (state: (typeof places)[number]) =>
    state === 'announced' && review === 'waiting' ? 'Accepted' : SHOPPER_STATES[state]
  const where = places.map((state) => (places.length > 1 ? `${goods[state]} × ${textOf(state)}` : textOf(state)))
  const paid = [
    ...(money.refunded > 0 ? [`${money.refunded} × ${SHOPPER_STATES.refunded}`] : []),
    ...(money.rejected > 0 ? [`${money.rejected} × ${SHOPPER_STATES.rejected}`] : []),
  ]
  return html`<div class="item">
    <strong>${line.quantity} × ${line.description || line.sku}</strong>
    <p>${RESOLUTION_TEXTS[line.resolution]}</p>
    <p class="hint">${isJudged ? [...where, ...paid].join('; ') : 'Waiting for our answer'}</p>
  </div>`
}
