declare module 'linebreak' {
  /** Finds where lines of a text may end, by the Unicode line breaking algorithm. */
  export default class LineBreaker {
    constructor(text: string)
    /** The next place, as an offset in UTF-16 units; null after the end of the text. */
    nextBreak(): { readonly position: number } | null
  }
}
