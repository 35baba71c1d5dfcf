import { html } from './html.ts'
import { faultList, layOut, type SentPage } from './page-layout.ts'
import type { Shop } from './page-context.ts'

export type StartInput = {
  readonly shop: Shop
  /** Whether the client is under EU law: the page then has the wording that it requires. */
  readonly isEu: boolean
  readonly entered?: { readonly orderNumber: string; readonly proof: string }
  readonly faults?: readonly { readonly field: string; readonly message: string }[]
}

export const NOT_FOUND_FAULT = {
  field: 'order',
  message:
    'We can’t find an order with these details. Check the order number, and the postcode or email you ordered with.',
}

export function startView({ shop, isEu, entered = { orderNumber: '', proof: '' }, faults = [] }: StartInput): SentPage {
  const wrong = new Set(faults.map(({ field }) => field))
  return layOut(shop, {
    title: 'Return an order',
    step: 1,
    isFault: faults.length > 0,
    body: html`${faultList(faults)}
      <p>Tell us which order it is. You’ll see what you can send back, until when, and what it costs.</p>
      <form method="post" action="/returns/${shop.client}" novalidate>
        <div class="field">
          <label for="order">Order number</label>
          <span class="hint" id="order-hint">It’s in the email that confirmed your order.</span>
          <input
            id="order"
            name="order"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            required
            maxlength="50"
            aria-describedby="order-hint"
            ${wrong.has('order') && html` aria-invalid="true"`}
            value="${entered.orderNumber}"
          />
        </div>
        <div class="field">
          <label for="proof">Postcode or email</label>
          <span class="hint" id="proof-hint">The postcode it was delivered to, or the email you ordered with.</span>
          <input
            id="proof"
            name="proof"
            required
            maxlength="254"
            autocapitalize="none"
            spellcheck="false"
            aria-describedby="proof-hint"
            ${wrong.has('proof') && html` aria-invalid="true"`}
            value="${entered.proof}"
          />
        </div>
        <button>${isEu ? 'Withdraw from contract here' : 'Continue'}</button>
        ${isEu && html`<p class="hint">Here you also return what is faulty or wrong.</p>`}
      </form>`,
  })
}
