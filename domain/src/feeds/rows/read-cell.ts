import { type DispatchService, SERVICE_TYPES, dispatchService } from '../../routing/dispatch-service.ts'
import { DELIVERABLE_RULE, isDeliverable } from '../../text/email.ts'
import { CUT_SHORT, isCutShort } from '../../text/spreadsheet-text.ts'
import { type Fault, fault } from '../fault.ts'

/** Allows two joiners, which shape letters in Persian and Hindi and combine emoji. */
const UNPRINTABLE = /[[\p{Cc}\p{Cf}\p{Cs}]--[\u200C\u200D]]/v
const NOT_UTF8 = fault('This text is not UTF-8. Save the file as UTF-8, or set the mapping’s encoding to windows-1252')
const REPLACEMENT = '\uFFFD'
const FAILED_FORMULA = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/
const NO_VALUE = fault('This cell has a formula error. Correct it in the spreadsheet')
/** Longer cells are too long for every field. */
export const MAX_CELL_LENGTH = 10_000

/**
 * Makes a reader of texts of at most `most` characters. Line breaks and tabs become spaces; other control characters
 * are faults.
 */
export function textReader(title: string, most: number): (text: string) => string | Fault {
  const tooLong = fault(`${title} is at most ${most} characters`)
  const unprintable = fault(`${title} has characters that cannot be printed`)
  return (text) => {
    // Check the length first: a cell may have a million characters, and the next checks read each of them.
    if (text.length > MAX_CELL_LENGTH) return tooLong
    if (text.includes(REPLACEMENT)) return NOT_UTF8
    if (text.startsWith('#') && FAILED_FORMULA.test(text)) return NO_VALUE
    const line = UNPRINTABLE.test(text) ? text.replaceAll(/[\t\r\n]+/g, ' ') : text
    if (UNPRINTABLE.test(line)) return unprintable
    return line.length > most ? tooLong : line
  }
}

/**
 * Makes a reader of keys: a required text (unless it `mayLack`) without line breaks, tabs or joiners. Removes what
 * spreadsheets add, such as an apostrophe or non-breaking spaces.
 */
export function keyReader(title: string, most: number, { mayLack = false } = {}): (text: string) => string | Fault {
  const missing = fault(`${title} is missing`)
  const unprintable = fault(`${title} has characters that cannot be printed`)
  const read = textReader(title, most)
  return (text) => {
    if (text === '') return mayLack ? text : missing
    if (text.length > MAX_CELL_LENGTH) return read(text)
    if (PLAIN_KEY.test(text)) return read(text)
    if (/[\t\r\n\u200C\u200D]/.test(text)) return unprintable
    const key = text
      .replace(/^['’](?=.)/, '')
      .replaceAll(OTHER_BLANKS, ' ')
      .trim()
    return key === '' && !mayLack ? missing : read(key)
  }
}

const PLAIN_KEY = /^[\w-]+$/
const OTHER_BLANKS = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g
const CUT_SHORT_KEY = fault(CUT_SHORT)

/**
 * Makes a reader of order, parcel and return numbers: '15509990020087.0' is 15509990020087. Refuses numbers that a
 * spreadsheet has cut short (1.5501E+13), because several numbers become the same.
 */
export function numberReader(
  title: string,
  most: number,
  options?: { mayLack?: boolean },
): (text: string) => string | Fault {
  const read = keyReader(title, most, options)
  return (text) => {
    const key = read(text)
    if (typeof key !== 'string' || PLAIN_KEY.test(key)) return key
    return isCutShort(key) ? CUT_SHORT_KEY : withoutDecimals(key)
  }
}

/**
 * Makes a reader of whole numbers from 1. '12.0' is 12, because spreadsheets write whole columns so. '2,000' and
 * '2.000' are refused: they may be two or two thousand.
 */
export function countReader(title: string, most: number): (text: string) => number | Fault {
  const wrong = fault(`${title} is a whole number from 1 to ${most.toLocaleString('en-GB')}`)
  return (text) => {
    if (THOUSANDS.test(text)) return { ...wrong, advice: 'write it without points and commas, like 1234' }
    if (!/^\d{1,9}(\.0+)?$/.test(text)) return wrong
    const count = Number(text)
    return count < 1 || count > most ? wrong : count
  }
}

const THOUSANDS = /^[1-9]\d{0,2}([., '\u00A0\u202F]\d{3})+$/

/** Removes '.0' from a number: spreadsheets write 14741 as '14741.0'. */
export function withoutDecimals(account: string): string {
  return /^\d+\.0$/.test(account) ? account.slice(0, -2) : account
}

const NO_EMAIL = fault(DELIVERABLE_RULE)
export function readEmail(text: string): string | Fault {
  return text === '' || (text.length <= 254 && isDeliverable(text)) ? text : NO_EMAIL
}

const NO_SERVICE = fault(`Service is one of ${SERVICE_TYPES.join(', ')}`)
/** Reads the service; '' is STANDARD. */
export function readService(text: string): DispatchService | Fault {
  if (text === '') return 'STANDARD'
  const name = text.toUpperCase()
  const service = SERVICE_TYPES.find((type) => type === name)
  return service ? dispatchService(service) : NO_SERVICE
}
