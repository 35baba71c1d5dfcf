import { distinguishOrderLines } from '@despatch/domain/returns/distinguish-lines'
import type { ReadReturn } from '../portal/read-return.ts'

/** A return whose descriptions of lines say what distinguishes them, where one SKU stands on several lines of its order. */
export function withDistinctLines(of: ReadReturn, currency: string): ReadReturn {
  const apart = distinguishOrderLines(of.saw.order.lines, currency)
  const lines = of.lines.map((line) => {
    const more = apart.get(line.lineNumber)
    return more === undefined ? line : { ...line, description: `${line.description || line.sku} (${more})` }
  })
  return { ...of, lines }
}
