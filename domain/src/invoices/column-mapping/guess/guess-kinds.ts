import type { BilledDetail } from '../../invoice.ts'

const RETURN = /retour|return|rücksend|retoure|\brt[ns]\b|zwrot|devoluci|reso\b|inbound/i
const ADJUSTMENT = /adjust|\badj\b|correct|korrekt|nachbelast|ajust|rectif|rettific|korekta/i
const CREDIT = /credit|gutschrift|avoir|abono|nota di credito|korygując|storno/i
/** A column with more different texts does not distinguish kinds. */
const MAX_KINDS = 12

/** The legs that a column's texts stand for; empty if there are too many texts. */
export function guessLegs(texts: readonly string[]): Readonly<Record<string, BilledDetail['leg']>> {
  const kinds = kindsIn(texts)
  return Object.fromEntries(
    kinds.map((text) => [text, ADJUSTMENT.test(text) ? 'adjustment' : RETURN.test(text) ? 'return' : 'outbound']),
  )
}

/** The texts of a column that stand for credit notes. */
export const guessCredits = (texts: readonly string[]): string[] => kindsIn(texts).filter((text) => CREDIT.test(text))

/** The different texts of a column of kinds; empty if there are too many. */
export function kindsIn(texts: readonly string[]): string[] {
  const kinds = [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
  return kinds.length > MAX_KINDS ? [] : kinds
}
