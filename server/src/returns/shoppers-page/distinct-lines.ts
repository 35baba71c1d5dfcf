import { pieceValueOf, tellLinesApart } from '@despatch/domain/returns/lines-apart'
import type { ReadReturn } from '../portal/read-return.ts'

/** A return whose lines are called by what tells them apart as well, where one SKU stands on several lines of its order. */
export function linesToldApart(of: ReadReturn, currency: string): ReadReturn {
  const priced = of.saw.order.lines.map((line) => ({ ...line, pieceValue: pieceValueOf(line) }))
  const apart = tellLinesApart(priced, currency)
  const lines = of.lines.map((line) => {
    const more = apart.get(line.lineNumber)
    return more === undefined ? line : { ...line, description: `${line.description || line.sku} (${more})` }
  })
  return { ...of, lines }
}
