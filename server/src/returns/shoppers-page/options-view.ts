import { formatDay } from '@despatch/domain/calendar/day'
import { dayOf } from '@despatch/domain/calendar/day'
import type { AnsweredReturn } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { priceText, SERVICE_TEXTS } from '@despatch/domain/returns/shoppers-page/shopper-text'
import { type Html, html } from './html.ts'
import type { Fault } from './items-view.ts'
import { faultList, layOut, type SentPage } from './page-layout.ts'
import type { Shop } from './page-context.ts'

export type OptionsInput = {
  readonly shop: Shop
  readonly orderNumber: string
  readonly answer: AnsweredReturn
  /** The previous answer, if it differed. */
  readonly before: AnsweredReturn | undefined
  readonly nameOfLine: (lineNumber: number) => string
  readonly chosen: readonly string[]
  readonly faults: readonly Fault[]
  readonly seal: string
}

/** Step 3: how the goods come back, cheapest first. */
export function optionsView(input: OptionsInput): SentPage {
  const { shop, answer, before, faults, seal } = input
  const isOpen = answer.lines.some(({ answer: one }) => one !== 'refused')
  return layOut(shop, {
    title: isOpen
      ? answer.parcels.length > 0
        ? 'How will you send it back?'
        : 'What happens next'
      : 'This can’t be returned',
    step: 3,
    isFault: faults.length > 0,
    body: html`${faultList(faults)} ${before && changedNote(before, input)}
      ${answer.lines.map((line) => lineNote(line, input))}
      ${
        isOpen &&
        html`<form method="post" action="/returns/${shop.client}/options" novalidate>
          <input type="hidden" name="seal" value="${seal}" />
          ${answer.parcels.map((parcel, place) => parcelFields(parcel, place, input))}
          ${answer.parcels.length === 0 && html`<p>There’s nothing to send for now.</p>`}
          <button>Continue</button>
        </form>`
      }
      <p><a href="/returns/${shop.client}/items">Change what you send back</a></p>`,
  })
}

function lineNote(line: AnsweredReturn['lines'][number], { nameOfLine }: OptionsInput): Html {
  const name = `${line.quantity} × ${nameOfLine(line.lineNumber)}`
  return html`<div class="${line.answer === 'refused' ? 'item closed' : 'item'}">
    <strong>${name}</strong>
    <p>${line.sentence}</p>
  </div>`
}

function changedNote(before: AnsweredReturn, { shop, nameOfLine, answer }: OptionsInput): Html {
  // A refused return has no price.
  const cost = ({ lines, parcels, fee: whole }: AnsweredReturn) => {
    if (lines.every((line) => line.answer === 'refused')) return ''
    const cheapest = parcels.reduce((sum, { options }) => sum + (options[0]?.pays ?? 0), whole)
    return html`<li>${cheapest === 0 ? 'Free to send' : `From ${priceText(cheapest, shop.currency)}`}</li>`
  }
  const answerLines = ({ lines }: AnsweredReturn) =>
    lines.map((line) => html`<li>${line.quantity} × ${nameOfLine(line.lineNumber)}: ${line.sentence}</li>`)
  return html`<div class="note" role="status">
    <p>
      <strong>Our answer has changed.</strong> Nothing was sent. This is what we told you on
      ${formatDay(dayOf(new Date(before.at)))}, and what holds now.
    </p>
    <h2>Then</h2>
    <ul>
      ${answerLines(before)} ${cost(before)}
    </ul>
    <h2>Now</h2>
    <ul>
      ${answerLines(answer)} ${cost(answer)}
    </ul>
  </div>`
}

function parcelFields(parcel: AnsweredReturn['parcels'][number], place: number, input: OptionsInput): Html {
  const { answer, shop, nameOfLine, chosen } = input
  const many = answer.parcels.length > 1
  const first = parcel.options.find(({ id }) => id === chosen[place]) ?? parcel.options[0]
  return html`<fieldset>
    <legend>${many ? `Parcel ${place + 1}: ${parcel.lineNumbers.map(nameOfLine).join(', ')}` : 'Choose one'}</legend>
    ${parcel.options.map(
      ({ id, name, service, pays }) =>
        html`<div class="item">
          <label class="tick"
            ><input
              type="radio"
              name="option-${place}"
              id="option-${place}-${id}"
              value="${id}"
              ${id === first?.id && html` checked`}
            />
            <span>${name}<br /><span class="hint">${SERVICE_TEXTS[service]}</span></span
            ><span class="price">${priceText(pays, shop.currency)}</span></label
          >
        </div>`,
    )}
    ${parcel.fee > 0 && html`<p>A returns fee of ${priceText(parcel.fee, shop.currency)} is taken off your refund.</p>`}
  </fieldset>`
}
