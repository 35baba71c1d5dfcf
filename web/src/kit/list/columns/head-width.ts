/** Pixels of a letter of a head on average, of the edges of its cell, and of the arrow of a sorted column. */
const LETTER = 7
const EDGES = 24
const ARROW = 17

/** The least width in pixels at which the head of a column is whole on two lines. */
export function headWidth(name: string, isSortable: boolean): number {
  const words = name.split(' ')
  const longest = words.map((_, at) =>
    Math.max(words.slice(0, at + 1).join(' ').length, words.slice(at + 1).join(' ').length),
  )
  return Math.min(...longest) * LETTER + EDGES + (isSortable ? ARROW : 0)
}
