import type { ReasonCode } from '@despatch/domain/returns/rules/returns-book'
import type { PageLine } from '@despatch/domain/returns/shoppers-page/lines-on-page'
import type { ReasonGroup } from '@despatch/domain/returns/shoppers-page/offered-reasons'
import type { RequestedItem } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { RESOLUTION_TEXTS } from '@despatch/domain/returns/shoppers-page/shopper-text'
import { type Html, html } from './html.ts'
import { faultList, layOut, type SentPage } from './page-layout.ts'
import type { Shop } from './page-context.ts'

export type Fault = { readonly field: string; readonly message: string }
export type ItemsInput = {
  readonly shop: Shop
  readonly orderNumber: string
  readonly lines: readonly (PageLine & { readonly name: string })[]
  readonly reasons: readonly ReasonGroup[]
  /** Whether the law lets the shopper withdraw without a reason. */
  readonly isEu: boolean
  /** Choices made so far. */
  readonly requested: readonly RequestedItem[]
  /** Number of uploaded photos, by line. */
  readonly photos: ReadonlyMap<number, number>
  readonly faults: readonly Fault[]
  /** Proves that the form comes from this page. */
  readonly seal: string
}

/** Step 2: which lines come back, how many of each, and why. */
export function itemsView(input: ItemsInput): SentPage {
  const { shop, orderNumber, lines, faults, seal } = input
  const [open, closed] = [lines.filter((line) => line.returnable > 0), lines.filter((line) => line.returnable === 0)]
  return layOut(shop, {
    title: open.length > 0 ? 'What are you sending back?' : 'Nothing of this order can be returned',
    step: 2,
    isFault: faults.length > 0,
    body: html`${faultList(faults)}
      <p>Order <strong>${orderNumber}</strong></p>
      ${
        open.length > 0 &&
        html`<form method="post" action="/returns/${shop.client}/items" enctype="multipart/form-data" novalidate>
          <input type="hidden" name="seal" value="${seal}" />
          ${open.map((line) => itemFields(line, input))}
          <button>Continue</button>
        </form>`
      }
      ${closed.length > 0 && open.length > 0 && html`<h2>These can’t be returned</h2>`}
      ${closed.map(
        (line) =>
          html`<div class="item closed">
            <strong>${line.name}</strong>
            <p>${line.sentence}</p>
          </div>`,
      )}
      <p><a href="/returns/${shop.client}">Return another order</a></p>`,
  })
}

function itemFields(line: ItemsInput['lines'][number], input: ItemsInput): Html {
  const { lineNumber: number, returnable, sentence, resolutions } = line
  const requested = input.requested.find(({ lineNumber }) => lineNumber === number)
  const [only] = resolutions
  return html`<fieldset class="item">
    <legend class="hint">${line.sku}</legend>
    <label class="tick"
      ><input
        type="checkbox"
        name="take-${number}"
        id="take-${number}"
        value="yes"
        ${requested && html` checked`}
        aria-describedby="about-${number}"
      />
      <span>${line.name}</span></label
    >
    <p class="hint" id="about-${number}">${sentence}</p>
    <div class="details">
      ${
        returnable === 1
          ? html`<input type="hidden" name="quantity-${number}" value="1" />`
          : quantityField(number, returnable, requested?.quantity ?? returnable)
      }
      ${reasonField(line, input, requested?.reason)}
      ${
        resolutions.length > 1
          ? html`<div class="field">
              <label for="resolution-${number}">What would you like?</label>
              <select id="resolution-${number}" name="resolution-${number}">
                ${resolutions.map((one) => html`<option value="${one}" ${one === requested?.resolution && html` selected`}>${RESOLUTION_TEXTS[one]}</option>`)}
              </select>
            </div>`
          : only && html`<input type="hidden" name="resolution-${number}" value="${only}" />`
      }
      ${evidenceFields(number, input, requested?.comment)}
    </div>
  </fieldset>`
}

/** Fields that a reason can require: a comment, and photos. */
const evidenceFields = (number: number, input: ItemsInput, comment: string | undefined): Html =>
  html`<div class="field comment">
      <label for="comment-${number}">Tell us more</label>
      <span class="hint" id="comment-hint-${number}">What is wrong, and when you noticed.</span>
      ${wrongText(`comment-${number}`, input)}
      <textarea
        id="comment-${number}"
        name="comment-${number}"
        rows="3"
        maxlength="1000"
        aria-describedby="comment-hint-${number}"
      >
${comment}</textarea>
    </div>
    <div class="field photo">
      <label for="photo-${number}">Photo</label>
      <span class="hint" id="photo-hint-${number}">${photoHint(input.photos.get(number) ?? 0)}</span>
      ${wrongText(`photo-${number}`, input)}
      <input
        type="file"
        id="photo-${number}"
        name="photo-${number}"
        accept="image/jpeg,image/png,image/webp"
        multiple
        aria-describedby="photo-hint-${number}"
      />
    </div>`

const photoHint = (count: number) =>
  count === 0
    ? 'JPEG, PNG or WebP, at most 12 MB. We remove where it was taken.'
    : `We have ${count === 1 ? 'a photo' : `${count} photos`} of this. You can add more.`

const wrongText = (field: string, { faults }: ItemsInput) =>
  faults
    .filter((fault) => fault.field === field)
    .map(({ message }) => html`<span class="wrong" id="${field}-wrong">${message}</span>`)

/** Above this quantity the number is typed instead of chosen. */
const MAX_CHOICES = 20

function quantityField(number: number, most: number, chosen: number): Html {
  const choices = Array.from({ length: most }, (_, index) => index + 1)
  return html`<div class="field">
    <label for="quantity-${number}">How many? You can return ${most}</label> ${
      most > MAX_CHOICES
        ? html`<input id="quantity-${number}" name="quantity-${number}" inputmode="numeric" value="${chosen}" />`
        : html`<select id="quantity-${number}" name="quantity-${number}">
            ${choices.map((one) => html`<option${one === chosen && html` selected`}>${one}</option>`)}
          </select>`
    }
  </div>`
}

function reasonField(
  { lineNumber: number }: { lineNumber: number },
  input: ItemsInput,
  chosen: string | undefined,
): Html {
  const option = ({ code, title, asksComment, asksPhoto }: ReasonCode) =>
    html`<option
      value="${code}"
      ${asksComment && html` data-comment`}${asksPhoto && html` data-photo`}${code === chosen && html` selected`}
    >
      ${title}
    </option>`
  return html`<div class="field">
    <label for="reason-${number}">Why are you sending it back?</label>
    ${wrongText(`reason-${number}`, input)}
    <select id="reason-${number}" name="reason-${number}">
      <option value="">${input.isEu ? 'I withdraw (no reason needed)' : 'Choose a reason'}</option>
      ${input.reasons.map(({ title, reasons }) =>
        title === '' ? reasons.map(option) : html`<optgroup label="${title}">${reasons.map(option)}</optgroup>`,
      )}
    </select>
  </div>`
}
