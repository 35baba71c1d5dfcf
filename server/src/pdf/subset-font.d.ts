declare module 'subset-font' {
  /** Reduces a font to the characters of a text, at fixed values of its axes, if any. Throws if the bytes are no font. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { readonly targetFormat: 'truetype'; readonly variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>
}
