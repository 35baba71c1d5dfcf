import bwip from 'bwip-js/node'

/** Points of the narrowest bar: 0.35 mm, which cheap printers print clean. */
const NARROWEST = 1

/** The bar widths of a text as Code 128: black and white in turn, black first. Throws for non-ASCII text. */
export function barsOf(text: string): readonly number[] {
  const [drawn] = bwip.raw('code128', text, {}) as { sbs: number[] }[]
  return (drawn?.sbs ?? []).map((width) => width * NARROWEST)
}
