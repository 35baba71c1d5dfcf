/** What a carrier is called in a warning of a wrong check digit. */
export type CheckedFormat = 'UPU S10' | 'UPS' | 'FedEx' | 'DPD' | 'DHL Express'

type Format = {
  readonly format: CheckedFormat
  /** Of numbers as `normaliseTrackingNumber` gives them. */
  readonly looks: RegExp
  /** Whose numbers alone are taken for this format; of any carrier where the format cannot be taken for another. */
  readonly carrier?: RegExp
  readonly isRight: (number: string) => boolean
}

const digitsOf = (text: string) => Array.from(text, Number)
const weighed = (digits: readonly number[], weights: readonly number[]) =>
  digits.reduce((sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0), 0)

/** GS1 General Specifications, 7.9: digits weighed 3 and 1 in turn, from the last before the check digit on. */
function isMod10(number: string): boolean {
  const digits = digitsOf(number.slice(0, -1)).toReversed()
  return (10 - (weighed(digits, [3, 1]) % 10)) % 10 === Number(number.at(-1))
}

/** UPU standard S10: eight digits weighed 8 6 4 2 3 5 9 7; 11 minus the rest of division by 11, where 10 is 0 and 11 is 5. */
function isS10(number: string): boolean {
  const rest = 11 - (weighed(digitsOf(number.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11)
  const check = rest === 10 ? 0 : rest === 11 ? 5 : rest
  return check === Number(number[10])
}

/** UPS, 1Z numbers: letters count as digits from A = 2 on, round and round; every second one twice; what is lacking to ten. */
function isUps(number: string): boolean {
  const value = (sign: string) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10)
  const sum = weighed(Array.from(number.slice(2, -1), value), [1, 2])
  return (10 - (sum % 10)) % 10 === Number(number.at(-1))
}

/** FedEx Express: eleven digits weighed 3 1 7; the rest of division by 11, where 10 is 0. */
function isFedExExpress(number: string): boolean {
  return (weighed(digitsOf(number.slice(0, 11)), [3, 1, 7]) % 11) % 10 === Number(number[11])
}

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO/IEC 7064, MOD 37,36: the check character of DPD's parcel labels. */
function isMod37(number: string): boolean {
  let carry = 36
  for (const sign of number.slice(0, -1)) {
    const sum = (carry + SIGNS.indexOf(sign)) % 36 || 36
    carry = (sum * 2) % 37
  }
  return SIGNS[(37 - carry) % 36] === number.at(-1)
}

/** DHL Express, air waybills: nine digits and the rest of their division by 7. */
const isAirWaybill = (number: string) => Number(number.slice(0, 9)) % 7 === Number(number[9])

const FEDEX = /fed ?-?ex/i
const DPD = /^dpd\b/i

/**
 * The formats whose check digits are published. One is claimed only where it cannot be anything else: by its own letters, or
 * by its length beside the carrier that the row names. Sources: UPU standard S10-12; UPS, FedEx and DHL by their published
 * label guides; DPD Parcel Label Specification 2.4; the examples of github.com/jkeen/tracking_number_data.
 *
 * DPD's parcel numbers of 14 digits and DHL's piece numbers (JJD…) have no check digit; FedEx SmartPost's 20 digits leave out
 * the two that theirs is reckoned with.
 */
const FORMATS: readonly Format[] = [
  { format: 'UPU S10', looks: /^(?:[BCEHLMNPRUVZ][A-Z]|A[V-Z]|G[AD]|Q[A-M])\d{9}[A-Z]{2}$/, isRight: isS10 },
  { format: 'UPS', looks: /^1Z[0-9A-Z]{15}\d$/, isRight: isUps },
  { format: 'FedEx', looks: /^\d{12}$/, carrier: FEDEX, isRight: isFedExExpress },
  { format: 'FedEx', looks: /^\d{15}$/, carrier: FEDEX, isRight: isMod10 },
  {
    format: 'FedEx',
    looks: /^\d{20}$/,
    carrier: FEDEX,
    isRight: (number) => isMod10(`92${number}`) || isMod10(number),
  },
  { format: 'FedEx', looks: /^96\d{20}$/, carrier: FEDEX, isRight: (number) => isMod10(number.slice(7)) },
  { format: 'FedEx', looks: /^92\d{20}$/, carrier: FEDEX, isRight: isMod10 },
  { format: 'DPD', looks: /^(?:\d{14}|\d{27})[0-9A-Z]$/, carrier: DPD, isRight: isMod37 },
  {
    format: 'DHL Express',
    looks: /^\d{10}$/,
    carrier: /^dhl$|^dhl[ _-]*(?:express|worldwide)/i,
    isRight: isAirWaybill,
  },
]

/**
 * The format whose check digit a tracking number fails, or undefined: it is right, or of no format that has one. `number` is
 * normalised, `carrier` as someone named it.
 */
export function wrongCheckDigit(number: string, carrier: string): CheckedFormat | undefined {
  const claimed = FORMATS.find(({ looks, carrier: whose }) => looks.test(number) && (!whose || whose.test(carrier)))
  return claimed && !claimed.isRight(number) ? claimed.format : undefined
}

/** What a feed counts of such numbers, for people. */
export const wrongCheckDigitText = (format: CheckedFormat): string =>
  `Rows whose tracking number has a wrong check digit (${format}): taken, but perhaps mistyped`
