import { type DispatchService, SERVICE_TYPES, dispatchService } from '../../routing/dispatch-service.ts'
import { TOO_VALUABLE_LINE } from '../../orders/line-value.ts'
import { DELIVERABLE_RULE, isDeliverable } from '../../text/email.ts'
import { type Fault, fault } from '../fault.ts'

/** But for the two joiners, which are letters' shapes in Persian and Hindi, and hold emoji together. */
const UNPRINTABLE = /[[\p{Cc}\p{Cf}\p{Cs}]--[\u200C\u200D]]/v
const NOT_UTF8 = fault(
  'This text is not UTF-8: save the file as UTF-8, or set the encoding of the mapping to windows-1252',
)
const REPLACEMENT = '\uFFFD'
/** What is longer is too long for every field, whatever it holds. */
export const LONGEST_LOOKED_AT = 10_000

/** Reads a text of at most so many characters. Line breaks and tabs inside become spaces; other control characters are faults. */
export function textReader(title: string, most: number): (text: string) => string | Fault {
  const tooLong = fault(`${title} is at most ${most} characters`)
  const unprintable = fault(`${title} has characters that cannot be printed`)
  return (text) => {
    // A cell may have a million characters, and this is asked of every one of them.
    if (text.length > LONGEST_LOOKED_AT) return tooLong
    if (text.includes(REPLACEMENT)) return NOT_UTF8
    const line = UNPRINTABLE.test(text) ? text.replaceAll(/[\t\r\n]+/g, ' ') : text
    if (UNPRINTABLE.test(line)) return unprintable
    return line.length > most ? tooLong : line
  }
}

/**
 * Reads a text that must be there, unless it `mayLack`, and in which line breaks, tabs and joiners are faults as well: it is a key.
 */
export function keyReader(title: string, most: number, { mayLack = false } = {}): (text: string) => string | Fault {
  const missing = fault(`${title} is missing`)
  const unprintable = fault(`${title} has characters that cannot be printed`)
  const read = textReader(title, most)
  return (text) => {
    if (text === '') return mayLack ? text : missing
    if (text.length > LONGEST_LOOKED_AT) return read(text)
    return /[\t\r\n\u200C\u200D]/.test(text) ? unprintable : read(text)
  }
}

/** Reads a whole number from 1 on. '12.0' is 12: spreadsheets write whole columns so. */
export function countReader(title: string, most: number): (text: string) => number | Fault {
  const wrong = fault(`${title} is a whole number from 1 to ${most.toLocaleString('en-GB')}`)
  return (text) => {
    if (!/^\d{1,9}(\.0+)?$/.test(text)) return wrong
    const count = Number(text)
    return count < 1 || count > most ? wrong : count
  }
}

const AMOUNT = /^\d{1,10}(\.\d{1,4}0*)?$/
export const TOO_VALUABLE = fault(TOO_VALUABLE_LINE)
const LONG_AMOUNT = /^\d{11,}(\.\d+)?$/
const NO_AMOUNT = fault('Unit value looks like 12.50: no sign, no currency, no commas, at most four decimals')

/** Reads an amount of zero or more as an exact decimal text; '' stays '': no amount is given. */
export function readAmount(text: string): string | Fault {
  if (text === '') return text
  if (AMOUNT.test(text)) return text.replace(/(\.\d{4})0+$/, '$1')
  // It is written as an amount is: what is wrong with it is how much it is.
  return LONG_AMOUNT.test(text) ? TOO_VALUABLE : NO_AMOUNT
}

/** The account number of a customer; '14741.0' is 14741: spreadsheets write whole numbers so. */
export function withoutDecimals(account: string): string {
  return /^\d+\.0$/.test(account) ? account.slice(0, -2) : account
}

const NO_EMAIL = fault(DELIVERABLE_RULE)
export function readEmail(text: string): string | Fault {
  return text === '' || (text.length <= 254 && isDeliverable(text)) ? text : NO_EMAIL
}

const NO_PHONE = fault('A phone number is digits, spaces, ( ) - and a leading +, at most 30')
export function readPhone(text: string): string | Fault {
  return /^\+?[\d ()-]{0,30}$/.test(text) ? text : NO_PHONE
}

const NO_SERVICE = fault(`Service is one of ${SERVICE_TYPES.join(', ')}`)
/** The service asked for; '' is STANDARD. */
export function readService(text: string): DispatchService | Fault {
  if (text === '') return 'STANDARD'
  const asked = text.toUpperCase()
  const service = SERVICE_TYPES.find((type) => type === asked)
  return service ? dispatchService(service) : NO_SERVICE
}
