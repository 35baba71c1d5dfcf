import type { AnsweredReturn, RequestedItem } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { priceText, RESOLUTION_TEXTS } from '@despatch/domain/returns/shoppers-page/shopper-text'
import { html } from './html.ts'
import { faultList, layOut, type SentPage } from './page-layout.ts'
import type { Shop } from './page-context.ts'

export type ConfirmInput = {
  readonly shop: Shop
  readonly orderNumber: string
  readonly requested: readonly RequestedItem[]
  readonly answer: AnsweredReturn
  /** Option id of each parcel. */
  readonly options: readonly string[]
  readonly nameOfLine: (lineNumber: number) => string
  readonly titleOfReason: (code: string) => string
  readonly isEu: boolean
  readonly message?: string
  readonly seal: string
}

/** Step 4: a summary of the return before it is announced. */
export function confirmView(input: ConfirmInput): SentPage {
  const { shop, orderNumber, requested, answer, options, nameOfLine, titleOfReason, isEu, message, seal } = input
  const coming = answer.lines.filter((line) => line.answer !== 'refused')
  const requestedOf = (lineNumber: number) => requested.find((one) => one.lineNumber === lineNumber)
  const ways = answer.parcels.flatMap((parcel, place) => parcel.options.find(({ id }) => id === options[place]) ?? [])
  const postage = ways.reduce((sum, { pays }) => sum + pays, 0)
  const reviewed = coming.filter((line) => line.answer === 'review').length
  const isDecided = reviewed < coming.length
  return layOut(shop, {
    title: isEu ? 'Check and confirm your withdrawal' : 'Check and confirm',
    step: 4,
    isFault: message !== undefined,
    body: html`${faultList(message === undefined ? [] : [{ field: 'confirm', message }])}
      <p>Order <strong>${orderNumber}</strong></p>
      ${coming.map(({ lineNumber, quantity, sentence }) => {
        const { reason = '', resolution = 'refund', comment = '' } = requestedOf(lineNumber) ?? {}
        return html`<div class="item">
          <strong>${quantity} × ${nameOfLine(lineNumber)}</strong>
          <p>${titleOfReason(reason)}. ${RESOLUTION_TEXTS[resolution]}.</p>
          ${comment !== '' && html`<p>“${comment}”</p>`}
          <p class="hint">${sentence}</p>
        </div>`
      })}
      ${
        ways.length > 0 &&
        html`<h2>How it comes back</h2>
          <ul>
            ${ways.map(({ name, pays }) => html`<li>${name}: ${priceText(pays, shop.currency)}</li>`)}
          </ul>`
      }
      <p>
        ${isDecided ? costSentence(postage, answer.fee, shop.currency) : 'Our answer will say what it costs you, if anything. Please don’t send it yet.'}
      </p>
      ${isDecided && reviewed > 0 && html`<p>We need to look at a part of it first, and email you our answer. Please don’t send anything yet.</p>`}
      <form method="post" action="/returns/${shop.client}/confirm">
        <input type="hidden" name="seal" value="${seal}" />
        <button id="confirm">${isEu ? 'Confirm withdrawal' : 'Confirm return'}</button>
      </form>
      <p><a href="/returns/${shop.client}/${ways.length > 0 ? 'options' : 'items'}">Go back and change it</a></p>`,
  })
}

function costSentence(postage: number, fee: number, currency: string): string {
  if (postage === 0 && fee === 0) return 'It costs you nothing.'
  const parts = [
    ...(postage > 0 ? [`You pay ${priceText(postage, currency)} to send it.`] : []),
    ...(fee > 0 ? [`A returns fee of ${priceText(fee, currency)} is taken off your refund.`] : []),
  ]
  return parts.join(' ')
}
