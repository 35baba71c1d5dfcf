export type PaletteAction = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly description?: string | undefined
  /** Other words that lead to it, which nobody sees. */
  readonly words?: string | undefined
} & (
  | {
      /** The address that it opens. */
      readonly to: string
    }
  | {
      /** What it does, once the palette is closed. */
      readonly run: () => void
    }
)

/**
 * What the search-anything field offers for a text. A source gives all it has ('menu'), or only what it has for that
 * very text ('find order X'): `matches` says whether the palette still has to pick by label and description, and whether
 * what is given comes behind all else, because it only leads to a search.
 */
export type PaletteSource = {
  readonly matches: 'by-text' | 'as-given' | 'at-last'
  actions(text: string): readonly PaletteAction[]
  /** What the server finds for a text of some letters; it comes behind all that is known here. */
  find?(text: string): Promise<readonly PaletteAction[]>
}
