import type { ReactNode } from 'react'

const MAX_SHOWN = 3

/**
 * The errors of a list of SKUs in a form: of the whole list, or of single SKUs with position and text: 'SKU 13
 * ('MUG�1'): SKU has characters that cannot be printed'.
 */
export function skusError(errors: Readonly<Record<string, ReactNode>>, skus: readonly string[]): ReactNode {
  if (errors['skus']) return errors['skus']
  const each = Object.entries(errors)
    .flatMap(([path, message]) => {
      const place = /^skus\.(\d+)$/.exec(path)?.[1]
      return place !== undefined && typeof message === 'string' ? [{ place: Number(place), message }] : []
    })
    .toSorted((one, other) => one.place - other.place)
  if (each.length === 0) return undefined
  const shown = each.slice(0, MAX_SHOWN).map(({ place, message }) => {
    const text = printable(skus[place] ?? '')
    return `SKU ${place + 1}${text === '' ? '' : ` (‘${text}’)`}: ${message}`
  })
  const more = each.length - shown.length
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '')
}

/** Replaces invisible characters with a sign. */
const printable = (text: string) => text.replaceAll(/[\p{C}\u2028\u2029]/gu, '�')
