import type { FirstRow } from './first-row.ts'

/** A label above the header, with its value. */
export type LabelAbove = { readonly label: string; readonly value: string }

/** Reads label and value pairs above the header of a file: 'Invoice number:', then the number. */
export function labelsAbove(rows: readonly Pick<FirstRow, 'cells'>[], headerRow: number | null): LabelAbove[] {
  return rows.slice(0, headerRow ?? 0).flatMap(({ cells }) =>
    cells.flatMap((cell, place) => {
      const label = cell.trim().replace(/:$/, '').trim()
      const value = cells
        .slice(place + 1)
        .find((other) => other.trim() !== '')
        ?.trim()
      return label !== '' && /\p{L}/u.test(label) && value !== undefined ? [{ label, value }] : []
    }),
  )
}
