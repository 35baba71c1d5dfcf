/** Name of a format in warnings. */
export type CheckedFormat = 'UPU S10' | 'UPS' | 'FedEx' | 'DPD' | 'DHL Express'

type Format = {
  readonly format: CheckedFormat
  /** Matches numbers normalised by `normaliseTrackingNumber`. */
  readonly pattern: RegExp
  /** Limits the format to this carrier; not needed for unmistakable formats. */
  readonly carrier?: RegExp
  readonly isValid: (number: string) => boolean
}

const digitsOf = (text: string) => Array.from(text, Number)
const weightedSum = (digits: readonly number[], weights: readonly number[]) =>
  digits.reduce((sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0), 0)

/** GS1 General Specifications, 7.9: digits weighted 3 and 1 alternately, from the last before the check digit. */
function isMod10(number: string): boolean {
  const digits = digitsOf(number.slice(0, -1)).toReversed()
  return (10 - (weightedSum(digits, [3, 1]) % 10)) % 10 === Number(number.at(-1))
}

/**
 * UPU standard S10: eight digits weighted 8 6 4 2 3 5 9 7; 11 minus the remainder of division by 11, where 10 becomes 0
 * and 11 becomes 5.
 */
function isS10(number: string): boolean {
  const rest = 11 - (weightedSum(digitsOf(number.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11)
  const check = rest === 10 ? 0 : rest === 11 ? 5 : rest
  return check === Number(number[10])
}

/**
 * UPS 1Z numbers: letters become digits starting with A = 2, modulo 10; every second digit counts twice; the check
 * digit completes to ten.
 */
function isUps(number: string): boolean {
  const value = (character: string) => (/\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10)
  const sum = weightedSum(Array.from(number.slice(2, -1), value), [1, 2])
  return (10 - (sum % 10)) % 10 === Number(number.at(-1))
}

/** FedEx Express: eleven digits weighted 3 1 7; the remainder of division by 11, where 10 becomes 0. */
function isFedExExpress(number: string): boolean {
  return (weightedSum(digitsOf(number.slice(0, 11)), [3, 1, 7]) % 11) % 10 === Number(number[11])
}

const MOD37_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO/IEC 7064, MOD 37,36: the check character of DPD's parcel labels. */
function isMod37(number: string): boolean {
  let carry = 36
  for (const character of number.slice(0, -1)) {
    const sum = (carry + MOD37_CHARACTERS.indexOf(character)) % 36 || 36
    carry = (sum * 2) % 37
  }
  return MOD37_CHARACTERS[(37 - carry) % 36] === number.at(-1)
}

/** DHL Express air waybills: nine digits and their remainder of division by 7. */
const isAirWaybill = (number: string) => Number(number.slice(0, 9)) % 7 === Number(number[9])

const FEDEX = /fed ?-?ex/i
const DPD = /^dpd\b/i

/**
 * Formats with published check digits. A number is matched only to a format that is unmistakable: by its letters, or by
 * its length together with the row's carrier. Sources: UPU standard S10-12; published label guides of UPS, FedEx and
 * DHL; DPD Parcel Label Specification 2.4; examples of github.com/jkeen/tracking_number_data.
 *
 * DPD's 14-digit parcel numbers and DHL's piece numbers (JJD…) have no check digit. FedEx SmartPost's 20 digits omit
 * the two digits that its check digit includes.
 */
const FORMATS: readonly Format[] = [
  { format: 'UPU S10', pattern: /^(?:[BCEHLMNPRUVZ][A-Z]|A[V-Z]|G[AD]|Q[A-M])\d{9}[A-Z]{2}$/, isValid: isS10 },
  { format: 'UPS', pattern: /^1Z[0-9A-Z]{15}\d$/, isValid: isUps },
  { format: 'FedEx', pattern: /^\d{12}$/, carrier: FEDEX, isValid: isFedExExpress },
  { format: 'FedEx', pattern: /^\d{15}$/, carrier: FEDEX, isValid: isMod10 },
  {
    format: 'FedEx',
    pattern: /^\d{20}$/,
    carrier: FEDEX,
    isValid: (number) => isMod10(`92${number}`) || isMod10(number),
  },
  { format: 'FedEx', pattern: /^96\d{20}$/, carrier: FEDEX, isValid: (number) => isMod10(number.slice(7)) },
  { format: 'FedEx', pattern: /^92\d{20}$/, carrier: FEDEX, isValid: isMod10 },
  { format: 'DPD', pattern: /^(?:\d{14}|\d{27})[0-9A-Z]$/, carrier: DPD, isValid: isMod37 },
  {
    format: 'DHL Express',
    pattern: /^\d{10}$/,
    carrier: /^dhl$|^dhl[ _-]*(?:express|worldwide)/i,
    isValid: isAirWaybill,
  },
]

/**
 * The format whose check digit a tracking number fails; undefined if it is right or no such format. `number` is
 * normalised; `carrier` is a name as entered.
 */
export function wrongCheckDigit(number: string, carrier: string): CheckedFormat | undefined {
  const match = FORMATS.find(
    ({ pattern, carrier: carrierPattern }) => pattern.test(number) && (!carrierPattern || carrierPattern.test(carrier)),
  )
  return match && !match.isValid(number) ? match.format : undefined
}

/** The note of feeds on such numbers. */
export const wrongCheckDigitText = (format: CheckedFormat): string =>
  `Rows whose tracking number has a wrong check digit (${format}): taken, but perhaps mistyped`
