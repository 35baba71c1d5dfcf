declare module 'linebreak' {
  /** Finds where lines may break, by the Unicode line breaking algorithm. */
  export default class LineBreaker {
    constructor(text: string)
    /** The next position, as an offset in UTF-16 units; null after the end of the text. */
    nextBreak(): { readonly position: number } | null
  }
}
