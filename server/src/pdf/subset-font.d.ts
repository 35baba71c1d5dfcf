declare module 'subset-font' {
  /** The font with no more than a text's characters, at one place of its axes, where it has some. Throws where it is no font. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { readonly targetFormat: 'truetype'; readonly variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>
}
