import type { BilledDetail } from '../../invoice.ts'

const RETURN = /retour|return|rücksend|retoure|\brt[ns]\b|zwrot|devoluci|reso\b|inbound/i
const ADJUSTMENT = /adjust|\badj\b|correct|korrekt|nachbelast|ajust|rectif|rettific|korekta/i
const CREDIT = /credit|gutschrift|avoir|abono|nota di credito|korygując|storno/i
/** More texts tell no kinds apart. */
const MAX_KINDS = 12

/** What the texts of a column of legs mean; nothing where they are too many to be kinds. */
export function guessLegs(texts: readonly string[]): Readonly<Record<string, BilledDetail['leg']>> {
  const kinds = kindsIn(texts)
  return Object.fromEntries(
    kinds.map((text) => [text, ADJUSTMENT.test(text) ? 'adjustment' : RETURN.test(text) ? 'return' : 'outbound']),
  )
}

/** Which texts of a column name credit notes. */
export const guessCredits = (texts: readonly string[]): string[] => kindsIn(texts).filter((text) => CREDIT.test(text))

/** The texts of a column that tells kinds apart; none where they are too many. */
export function kindsIn(texts: readonly string[]): string[] {
  const kinds = [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
  return kinds.length > MAX_KINDS ? [] : kinds
}
