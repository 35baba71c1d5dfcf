import type { Visibility } from '../../administration/clients/visibility.ts'

/**
 * Why no method may carry a consignment is kept in words (`whyNone`), with the method that came nearest and its figures.
 * These sentences are said again for those who may not see all of that. A sentence of an unknown form is left out rather
 * than shown.
 */
const NEAREST = ' came nearest: '

type Rule = {
  readonly form: RegExp
  /** Whether the sentence may be shown as it is. */
  readonly isSeen: (sees: Visibility) => boolean
  readonly instead: (...groups: string[]) => string
}

const otherMethods = (sees: Visibility) => sees.otherMethods
const always = () => true
const asItIs = (text: string) => text

const DAY = String.raw`(\w{3} \d{1,2} \w{3,4})`
const rule = (form: string, isSeen: Rule['isSeen'], instead: Rule['instead']): Rule => ({
  form: new RegExp(`^${form}$`, 'u'),
  isSeen,
  instead,
})

/** The forms of `verdictWords` for constraints that are not met. */
const RULES: readonly Rule[] = [
  rule(
    String.raw`${DAY}: .* parcels taken, .* not fit`,
    (sees) => sees.capacities && sees.otherMethods,
    (_, day) => `No capacity is left on ${day}`,
  ),
  rule(
    String.raw`No price for .* on ${DAY}(?::.*)?`,
    (sees) => sees.costs && sees.otherMethods,
    (_, day) => `No carrier service is set up for it on ${day}`,
  ),
  rule('Does not carry (.+?), only .*', otherMethods, (_, service) => `${service} is not available for it`),
  rule('Carries no service type', otherMethods, () => 'Its service is not available'),
  rule('Does not serve (.+?), only .*', otherMethods, (_, place) => `${capital(place ?? '')} is not served`),
  rule('The postcode is of no known region, .*', otherMethods, () => 'The postcode is of no known region'),
  rule(
    String.raw`.* is not active on ${DAY}, only .*`,
    otherMethods,
    (_, day) => `The carrier is not active on ${day}`,
  ),
  rule('.* is not active', otherMethods, () => 'The carrier is not active'),
  rule('Held to .*, not to this method', otherMethods, () => 'Fixed routing holds it to another carrier'),
  rule(
    '(?:Length|Volume|Number of parcels|Parcel weight|Consignment weight) [\\d.,]+(?: kg| cm| m³)? is over the limit of [\\d.,]+(?: kg| cm| m³)?',
    always,
    asItIs,
  ),
]

const NONE_OF_THESE = 'No carrier can take it as it is'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A reason, or several with full stops between them, as it may be shown. */
export function reasonSeen(reason: string, sees: Visibility): string {
  if (sees.costs && sees.capacities && sees.otherMethods) return reason
  return [
    ...new Set(
      reason.split('. ').map((sentence) => {
        const at = sentence.indexOf(NEAREST)
        if (at < 0) return sentence
        const end = sentence.endsWith('.') ? '.' : ''
        const refusals = sentence.slice(at + NEAREST.length, sentence.length - end.length)
        const told = refusals.split('; ').flatMap((refusal) => refusalSeen(refusal, sees))
        const words = told.length > 0 ? [...new Set(told)].join('; ') : NONE_OF_THESE
        return `${sees.otherMethods ? sentence.slice(0, at + NEAREST.length) : ''}${words}${end}`
      }),
    ),
  ].join('. ')
}

function refusalSeen(refusal: string, sees: Visibility): string[] {
  for (const { form, isSeen, instead } of RULES) {
    const match = form.exec(refusal)
    if (match) return [isSeen(sees) ? refusal : instead(...match)]
  }
  return []
}
