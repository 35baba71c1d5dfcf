import type { Visibility } from '../../administration/clients/visibility.ts'
import { EXCEPTION_REASONS } from './exception-reasons.ts'

/**
 * Reasons of routing exceptions are stored as text (`noCarrierText`, `conflictText`) with names of methods and figures.
 * Viewers who may not see these read the text without them. Any piece that has no known form is left out, because names
 * may contain full stops and semicolons, so it may be part of a name.
 */
/** How a reason names the closest candidate. Orders allocated by earlier versions say 'came nearest'. */
const NEAREST = /^(?:Closest match: .+? – |.+ came nearest: )/u

/** A conflict names carriers and routes up to its end, and the names may contain full stops. */
const CONFLICT = /The boxes of .* travel with one method, and are held to .*$/su
const CONFLICT_UNSEEN = 'Fixed routing holds its boxes to different carriers'

/** The words in a message about an order that a reason follows. Earlier versions stored 'no carrier takes it'. */
const BEFORE_REASON = /\bno carrier (?:takes it|(?:is )?available)(?: yet)?\. /iu

type Rule = {
  readonly form: RegExp
  /** Whether the viewer may see the original sentence. */
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

/** The forms of unmet constraints from `verdictLabel`. */
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
  rule(
    'Does not carry (STANDARD|NEXT DAY|NAMED DAY), only .*',
    otherMethods,
    (_, service) => `${service} is not available for it`,
  ),
  rule('Carries no service type', otherMethods, () => 'Its service is not available'),
  rule('Does not serve (.+?), only .*', otherMethods, (_, place) => `${capital(place ?? '')} is not served`),
  rule('The postcode is of no known region, .*', otherMethods, () => 'The postcode is of no known region'),
  rule(
    String.raw`.* is not active on ${DAY}, only .*`,
    otherMethods,
    (_, day) => `The carrier is not active on ${day}`,
  ),
  rule(String.raw`.* is stopped on ${DAY}`, otherMethods, (_, day) => `The carrier is stopped on ${day}`),
  rule(String.raw`Ready at \d\d:\d\d, after the cut-off of \d\d:\d\d`, otherMethods, () => 'The cut-off has passed'),
  rule('.* is not active', otherMethods, () => 'The carrier is not active'),
  rule('Held to .*, not to this method', otherMethods, () => 'Fixed routing holds it to another carrier'),
  rule(
    '(?:Length|Volume|Number of parcels|Parcel weight|Consignment weight) [\\d.,]+(?: kg| cm| m³)? is over the limit of [\\d.,]+(?: kg| cm| m³)?',
    always,
    asItIs,
  ),
]

/** Complete sentences without carriers or the operator's figures. */
const PLAIN = new Set<string>(EXCEPTION_REASONS)
const TOO_MANY =
  /^These are more than [\d,]+ parcels, too many for one order: look at its quantities, and at what a parcel may hold$/u

const NONE_OF_THESE = 'No carrier can take it as it is'

/** Searches the whole text, not only starts of sentences. */
const namesNearest = (text: string) => /Closest match: .+ – | came nearest: /u.test(text)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Removes what a viewer may not see from one or more reasons, which full stops separate. */
export function redactReason(reason: string, sees: Visibility): string {
  if (reason === '' || (sees.costs && sees.capacities && sees.otherMethods)) return reason
  const end = reason.endsWith('.') ? '.' : ''
  const text = reason.slice(0, reason.length - end.length)
  const conflict = CONFLICT.exec(text)
  const before = conflict ? text.slice(0, conflict.index) : text
  const sentences = before.split('. ').flatMap((sentence) => redactSentence(sentence, sees))
  if (conflict) sentences.push(sees.otherMethods && !namesNearest(conflict[0]) ? conflict[0] : CONFLICT_UNSEEN)
  return `${sentences.length > 0 ? [...new Set(sentences)].join('. ') : NONE_OF_THESE}${end}`
}

/** Removes what a viewer may not see from a message about an order. */
export function redactMessage(message: string, sees: Visibility): string {
  const match = BEFORE_REASON.exec(message)
  const start = match ? match.index + match[0].length : 0
  const [before, rest] = [message.slice(0, start), message.slice(start)]
  return match || namesNearest(rest) || CONFLICT.test(rest) ? before + redactReason(rest, sees) : message
}

function redactSentence(sentence: string, sees: Visibility): string[] {
  const start = NEAREST.exec(sentence)?.[0].length ?? 0
  const visiblePieces = new Set(
    sentence
      .slice(start)
      .split('; ')
      .flatMap((piece) => redactPiece(piece, sees)),
  )
  if (start > 0 && sees.otherMethods)
    return [sentence.slice(0, start) + ([...visiblePieces].join('; ') || NONE_OF_THESE)]
  return visiblePieces.size > 0 ? [[...visiblePieces].join('; ')] : []
}

function redactPiece(piece: string, sees: Visibility): string[] {
  if (PLAIN.has(piece) || TOO_MANY.test(piece)) return [piece]
  for (const { form, isSeen, instead } of RULES) {
    const match = form.exec(piece)
    if (match) return [isSeen(sees) ? piece : instead(...match)]
  }
  return []
}
