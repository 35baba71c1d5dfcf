import { distinguishOrderLines } from '@despatch/domain/returns/distinguish-lines'
import type { ReadReturn } from '../portal/read-return.ts'

/** Adds to the descriptions of lines what distinguishes them, if the order has several lines of a SKU. */
export function withDistinctLines(of: ReadReturn, currency: string): ReadReturn {
  const apart = distinguishOrderLines(of.saw.order.lines, currency)
  const lines = of.lines.map((line) => {
    const more = apart.get(line.lineNumber)
    return more === undefined ? line : { ...line, description: `${line.description || line.sku} (${more})` }
  })
  return { ...of, lines }
}
