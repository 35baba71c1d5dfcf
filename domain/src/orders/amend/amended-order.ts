import { type Day, dayOf, type DaysOff, nextWorkingDay } from '../../calendar/day.ts'
import { type Money, times } from '../../money/money.ts'
import { EMAIL_FORMAT, EMAIL_RULE } from '../../text/email.ts'
import { isNoPostcode, needsPostcode } from '../../text/country-postcodes.ts'
import { postcodeProblem } from '../../text/postcode.ts'
import { type DispatchService, despatchDayProblem } from '../../routing/dispatch-service.ts'
import { sameName } from '../../text/same-name.ts'
import { lineValue, valueOfPieces } from '../line-value.ts'
import { REQUIRED_ORDER_FIELDS } from '../order-fields.ts'

/** When an order is despatched, and by which service. */
export type Despatch = { readonly service: DispatchService; readonly day: Day }

/**
 * The despatch day of an amended order: the requested day, else its present day unless that was a named day or has
 * passed, else the next working day.
 */
export function amendedDespatchDay(
  requested: { readonly service: DispatchService; readonly day: Day | undefined },
  was: Despatch,
  now: Date,
  daysOff: DaysOff,
): Day {
  if (requested.day) return requested.day
  const today = dayOf(now)
  return was.service !== 'NAMED DAY' && was.day >= today ? was.day : nextWorkingDay(today, daysOff)
}

/**
 * Validates the requested despatch day as for a new order, except that the order may keep its present day until it has
 * passed. Returns a message for the field, or undefined.
 */
export function amendedDayProblem(
  requested: { readonly service: DispatchService; readonly day: Day | undefined },
  was: Despatch,
  now: Date,
  daysOff: DaysOff,
): string | undefined {
  const isUnchanged = requested.day === was.day && was.day >= dayOf(now)
  return isUnchanged ? undefined : despatchDayProblem(requested.service, requested.day, now, daysOff)
}

/** Required fields that an amendment would empty. Fields that a feed left empty may stay empty. */
export function emptiedFields(was: RequiredTexts, requested: RequiredTexts): (typeof REQUIRED_ORDER_FIELDS)[number][] {
  const isLacking = (field: (typeof REQUIRED_ORDER_FIELDS)[number], text: string) =>
    field === 'postCode' ? isNoPostcode(text) && needsPostcode(requested.country) : text === ''
  // An order to a country without postcodes may have none; moved elsewhere, it needs one.
  const had = (field: (typeof REQUIRED_ORDER_FIELDS)[number]) =>
    was[field] !== '' || (field === 'postCode' && !needsPostcode(was.country))
  return REQUIRED_ORDER_FIELDS.filter((field) => isLacking(field, requested[field]) && had(field))
}

type RequiredTexts = Readonly<Record<(typeof REQUIRED_ORDER_FIELDS)[number] | 'country', string>>

type Contact = { readonly email: string; readonly country: string; readonly postCode: string }

/**
 * Validates a new email or postcode as for a new order. Present values may stay: feeds accept any deliverable address.
 */
export function contactProblems(was: Contact, requested: Contact): { path: 'email' | 'postCode'; message: string }[] {
  const { email, country, postCode } = requested
  const isUnchanged = postCode === was.postCode && country === was.country
  const problem = isUnchanged ? undefined : postcodeProblem(country, postCode, { mayLack: true })
  return [
    ...(email === '' || email === was.email || EMAIL_FORMAT.test(email)
      ? []
      : [{ path: 'email' as const, message: EMAIL_RULE }]),
    ...(problem === undefined ? [] : [{ path: 'postCode' as const, message: problem }]),
  ]
}

/** A line, with the value of one piece and of the whole line. */
export type ValuedLine = {
  readonly SKU: string
  readonly quantity: number
  readonly unit: Money
  readonly total: Money
}

/** False if the line's value was entered by hand and differs from its pieces' total, rounded to the penny. */
export function hasCalculatedValue({ quantity, unit, total }: Omit<ValuedLine, 'SKU'>): boolean {
  return times(unit, quantity) === total || valueOfPieces(unit, quantity) === total
}

/** A requested line; `lineNumber` is the existing line, or null for a new one. */
type LineInput = {
  readonly SKU: string
  readonly quantity: number
  readonly enteredTotal?: Money | undefined
  readonly lineNumber?: number | null | undefined
}
type PreviousLine = ValuedLine & { readonly lineNumber?: number }

/**
 * Values the lines of an amended order: the requested value, else the previous value of the line. With another quantity
 * a line keeps its unit value; a new line takes the unit value of the same SKU in the order, else the SKU's price.
 */
export function amendedLines(
  requested: readonly LineInput[],
  was: readonly PreviousLine[],
  priceOf: (SKU: string) => Money,
): ValuedLine[] {
  const matched = matchLines(requested, was)
  return requested.map(({ SKU, quantity, enteredTotal }, index) => {
    const line = matched[index]
    if (line?.quantity === quantity && (enteredTotal === undefined || enteredTotal === line.total)) return line
    const price = (line ?? was.find((other) => sameName(other.SKU) === sameName(SKU)))?.unit ?? priceOf(SKU)
    return { SKU, quantity, ...lineValue({ quantity, price, enteredTotal }) }
  })
}

/**
 * Matches requested lines to existing ones. Without a number, the line with the same SKU and quantity is meant,
 * preferably at the same position, else one with the same SKU. Each existing line matches once.
 */
function matchLines(requested: readonly LineInput[], was: readonly PreviousLine[]): (PreviousLine | undefined)[] {
  const left = new Set(was)
  const matched = requested.map((): PreviousLine | undefined => undefined)
  const isUnnumbered = ({ lineNumber }: LineInput) => lineNumber === undefined
  const ways: ((one: LineInput, line: PreviousLine, isPlace: boolean) => boolean)[] = [
    ({ lineNumber }, line) => typeof lineNumber === 'number' && lineNumber === line.lineNumber,
    (one, line, isPlace) => isUnnumbered(one) && isPlace && line.quantity === one.quantity,
    (one, line) => isUnnumbered(one) && line.quantity === one.quantity,
    (one, _line, isPlace) => isUnnumbered(one) && isPlace,
    isUnnumbered,
  ]
  for (const isMeant of ways)
    for (const [index, one] of requested.entries()) {
      if (matched[index]) continue
      const found = [...left].find(
        (line) => sameName(line.SKU) === sameName(one.SKU) && isMeant(one, line, line === was[index]),
      )
      if (found) left.delete(found)
      matched[index] = found
    }
  return matched
}
