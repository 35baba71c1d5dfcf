export type PaletteAction = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly description?: string | undefined
  /** The address that it opens. */
  readonly to: string
}

/**
 * What the search-anything field offers for a text. A source gives all it has ('menu'), or only what it has for that
 * very text ('find order X'): `matches` says whether the palette still has to pick by label and description.
 */
export type PaletteSource = {
  readonly matches: 'by-text' | 'as-given'
  actions(text: string): readonly PaletteAction[]
  /** What the server finds for a text of some letters; it comes behind all else. */
  find?(text: string): Promise<readonly PaletteAction[]>
}
