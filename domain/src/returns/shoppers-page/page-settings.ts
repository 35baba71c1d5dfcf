/** A client's settings for its shoppers' page. Its law is in the returns book. */
export type ShoppersPageSettings = {
  readonly isOn: boolean
  /** The shop's name above the page; '' uses the client's name. */
  readonly title: string
  /** '#rrggbb', dark enough for white text. */
  readonly accent: string
  /** Address, with line breaks, for parcels whose option names none. */
  readonly returnsAddress: string
  /** Email address for questions; '' if there is none. */
  readonly contactMail: string
  /** Days for which photos are stored. */
  readonly photoDays: number
  /** Days after announcement for which the shopper's text is stored. */
  readonly shopperDataDays: number
}

export const DEFAULT_PAGE_SETTINGS: ShoppersPageSettings = {
  isOn: false,
  title: '',
  accent: '#1f4e79',
  returnsAddress: '',
  contactMail: '',
  photoDays: 90,
  shopperDataDays: 365,
}

/** WCAG 2.2, 1.4.3: minimum contrast of normal text. */
const AA_CONTRAST = 4.5

/** Contrast of a colour ('#rrggbb') against white, 1 to 21, as WCAG defines it. */
export function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** Whether white text is readable on a colour, and the colour on white. */
export const isReadableAccent = (colour: string): boolean =>
  /^#[0-9a-f]{6}$/i.test(colour) && contrastWithWhite(colour) >= AA_CONTRAST
