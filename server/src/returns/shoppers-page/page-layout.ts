import { createHash } from 'node:crypto'
import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import { Html, html } from './html.ts'
import type { Shop } from './page-context.ts'

/** A rendered page: its HTML, and the content policy that allows only its own style. */
export type SentPage = { readonly text: string; readonly policy: string }

export type PageParts = {
  /** Title of the tab and heading of the page. */
  readonly title: string
  readonly body: Html
  /** Step, from 1 to 4. */
  readonly step?: number
  readonly isFault?: boolean
}

const STEPS = 4

const styleOf = (accent: string) => `
:root{--accent:${accent};color-scheme:light}
*{box-sizing:border-box}
body{margin:0;font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1a1a1a;background:#fff}
header{background:var(--accent);color:#fff;padding:.875rem 1rem;font-weight:600;font-size:1.125rem}
header div,main,footer{max-width:40rem;margin:0 auto}
header a{color:#fff}
main{padding:1.25rem 1rem 3rem}
footer{padding:1rem;color:#4a4a4a;font-size:.9375rem;border-top:1px solid #d0d0d0}
h1{font-size:1.625rem;line-height:1.25;margin:.25rem 0 1rem}
h2{font-size:1.1875rem;margin:1.75rem 0 .5rem}
a{color:var(--accent)}
p{margin:0 0 .875rem}
.step,.hint,.code{color:#4a4a4a;font-size:.9375rem}
.step{margin:0}
label,legend{font-weight:600;display:block;padding:0}
.hint{display:block;margin:.125rem 0 .25rem;font-weight:400}
input:not([type=checkbox],[type=radio]),select,textarea{font:inherit;color:inherit;background:#fff;width:100%;padding:.625rem .75rem;border:1px solid #6b6b6b;border-radius:.375rem;min-height:2.875rem}
input[type=checkbox],input[type=radio]{width:1.5rem;height:1.5rem;margin:0;flex:none;accent-color:var(--accent)}
:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px;box-shadow:0 0 0 2px #fff}
.field{margin:0 0 1.125rem}
button,.button{font:inherit;font-weight:600;display:block;width:100%;min-height:3rem;padding:.625rem 1.25rem;border:2px solid var(--accent);border-radius:.375rem;background:var(--accent);color:#fff;text-align:center;text-decoration:none;cursor:pointer;margin:0 0 .75rem}
button.second,.button.second{background:#fff;color:var(--accent)}
fieldset{border:0;margin:0 0 1rem;padding:0;min-width:0}
.item{border:1px solid #b8b8b8;border-radius:.5rem;padding:.875rem;margin:0 0 .875rem}
.item p{margin:.25rem 0 0}
.item>legend{float:left;width:100%;margin:0}
.item>legend+*{clear:both}
.tick{display:flex;gap:.75rem;align-items:flex-start;font-weight:600;cursor:pointer}
.details{margin:1rem 0 0;padding:1rem 0 0;border-top:1px solid #d0d0d0}
.price{margin-left:auto;white-space:nowrap}
.closed{background:#f4f4f4}
.fault{border-left:.375rem solid #b00020;background:#fdf1f2;padding:.75rem 1rem;margin:0 0 1.25rem}
.fault p:last-child,.fault ul{margin-bottom:0}
.fault a,.wrong{color:#8f001a}
.wrong{font-weight:600;display:block;margin:.25rem 0}
.note{border-left:.375rem solid var(--accent);background:#f4f4f4;padding:.75rem 1rem;margin:0 0 1.25rem}
.note p:last-child{margin-bottom:0}
table{border-collapse:collapse;width:100%;margin:0 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.375rem .5rem .375rem 0;border-bottom:1px solid #d0d0d0}
.code{overflow-wrap:anywhere}
.reference{font-size:1.375rem;font-weight:700;letter-spacing:.04em;overflow-wrap:anywhere}
@supports selector(:has(*)){
.item:has(.tick input:not(:checked)) .details,
.details:has(select):not(:has([data-comment]:checked)) .comment,
.details:has(select):not(:has([data-photo]:checked)) .photo{display:none}}
@media(min-width:30rem){button,.button{width:auto;display:inline-block;margin-right:.75rem}}
`

const styles = new Map<string, { style: string; policy: string }>()
const MAX_STYLES = 1000

/** The style of an accent colour, with the policy that allows it. */
function styled(accent: string): { style: string; policy: string } {
  const cached = styles.get(accent)
  if (cached) return cached
  const text = styleOf(accent)
  const hash = createHash('sha256').update(text).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  if (styles.size >= MAX_STYLES) styles.clear()
  // The hash covers every character between the tags.
  const style = { style: `<style>${text}</style>`, policy }
  styles.set(accent, style)
  return style
}

/** Renders a whole page in the shop's name and colour, or neutrally without a shop. */
export function layOut(shop: Shop | undefined, { title, body, step, isFault }: PageParts): SentPage {
  const { style, policy } = styled(shop?.settings.accent ?? DEFAULT_PAGE_SETTINGS.accent)
  const { text } = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${isFault && 'Error: '}${title}${shop && ` – ${shop.name}`}</title>
        ${new Html(style)}
      </head>
      <body>
        ${shop && html`<header><div>${shop.name}</div></header>`}
        <main>
          ${step !== undefined && html`<p class="step">Step ${step} of ${STEPS}</p>`}
          <h1>${title}</h1>
          ${body}
        </main>
        ${shop && footer(shop)}
      </body>
    </html> `
  return { text, policy }
}

function footer({ settings: { contactMail } }: Shop): Html | false {
  if (contactMail === '') return false
  return html`<footer>Questions? Email <a href="mailto:${contactMail}">${contactMail}</a>.</footer>`
}

/** Errors of a form, shown above it, each linking to its field. */
export function faultList(faults: readonly { readonly field: string; readonly message: string }[]): Html | false {
  if (faults.length === 0) return false
  return html`<div class="fault" role="alert" tabindex="-1">
    <p><strong>${faults.length === 1 ? 'There is a problem' : `There are ${faults.length} problems`}</strong></p>
    <ul>
      ${faults.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
    </ul>
  </div>`
}
