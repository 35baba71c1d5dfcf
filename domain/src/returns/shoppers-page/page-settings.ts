/** What a client chooses of its page for shoppers. Whose law it is under, its returns book says. */
export type ShoppersPageSettings = {
  readonly isOn: boolean
  /** What stands above the page: the name of the shop. '' is the client's name. */
  readonly title: string
  /** '#rrggbb', dark enough for white text. */
  readonly accent: string
  /** Where parcels go for which no option names an address; lines. */
  readonly returnsAddress: string
  /** Where shoppers ask; '' where they cannot. */
  readonly contactMail: string
  /** For so many days after they were sent photos are kept. */
  readonly photoDays: number
  /** For so many days after it was announced what a shopper wrote is kept. */
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

/** WCAG 2.2, 1.4.3: text of usual size. */
const AA_CONTRAST = 4.5

/** The contrast of a colour ('#rrggbb') to white, 1 to 21, as WCAG reckons it. */
export function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** Whether white text can be read on a colour, and the colour on white. */
export const isReadableAccent = (colour: string): boolean =>
  /^#[0-9a-f]{6}$/i.test(colour) && contrastWithWhite(colour) >= AA_CONTRAST
