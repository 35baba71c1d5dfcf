import { html } from './html.ts'
import { layOut, type SentPage } from './page-layout.ts'
import type { Shop } from './page-context.ts'

/** A page with one message; with `back` it links to the first step. */
export function messageView(
  shop: Shop | undefined,
  { title, text, back = true }: { title: string; text: string; back?: boolean },
): SentPage {
  return layOut(shop, {
    title,
    body: html`<p>${text}</p>
      ${shop && back && html`<p><a class="button" href="/returns/${shop.client}">Start again</a></p>`}`,
  })
}

export const NO_PAGE = {
  title: 'Page not found',
  text: 'Check the address, or use the link that the shop gave you.',
}
export const DRAFT_EXPIRED = {
  title: 'This page was open for too long',
  text: 'To keep your order safe we’ve closed it, and nothing was sent. Tell us again which order it is; it takes a minute.',
}
export const OTHER_ORDER_OPENED = {
  title: 'You’ve opened another order since',
  text: 'This browser has gone on with another order, so nothing of this page was sent. Start again with the order you want.',
}
