export type PaletteAction = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly description?: string | undefined
  /** Further search words, not shown. */
  readonly words?: string | undefined
} & (
  | {
      /** The address that it opens. */
      readonly to: string
    }
  | {
      /** Runs after the palette has closed. */
      readonly run: () => void
    }
)

/**
 * A source of actions for the search-anything field. `matches`: 'by-text' returns all its actions, and the palette picks by
 * label and description; 'as-given' returns only actions for the text; 'at-last' does too, and they come last, because
 * they only lead to a search.
 */
export type PaletteSource = {
  readonly matches: 'by-text' | 'as-given' | 'at-last'
  actions(text: string): readonly PaletteAction[]
  /** Searches on the server; its actions come after those of `actions`. */
  find?(text: string): Promise<readonly PaletteAction[]>
}
