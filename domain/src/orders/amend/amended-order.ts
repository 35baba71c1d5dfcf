import { type Day, dayOf, type DaysOff, nextWorkingDay } from '../../calendar/day.ts'
import { type Money, times } from '../../money/money.ts'
import { EMAIL_FORMAT, EMAIL_RULE } from '../../text/email.ts'
import { isNoPostcode, needsPostcode } from '../../text/country-postcodes.ts'
import { postcodeProblem } from '../../text/postcode.ts'
import { type DispatchService, despatchDayProblem } from '../../routing/dispatch-service.ts'
import { sameName } from '../../text/same-name.ts'
import { lineValue, valueOfPieces } from '../line-value.ts'
import { NEEDED_ORDER_FIELDS } from '../order-fields.ts'

/** When an order goes, and by which service. */
export type Despatch = { readonly service: DispatchService; readonly day: Day }

/**
 * The day on which an amended order goes: the day asked for, else the day it had, as long as that was not a named one and
 * has not passed; then the next working day.
 */
export function amendedDespatchDay(
  asked: { readonly service: DispatchService; readonly day: Day | undefined },
  was: Despatch,
  now: Date,
  daysOff: DaysOff,
): Day {
  if (asked.day) return asked.day
  const today = dayOf(now)
  return was.service !== 'NAMED DAY' && was.day >= today ? was.day : nextWorkingDay(today, daysOff)
}

/**
 * What is wrong with the day asked for, in words for the field, or undefined when nothing is: as of a new order, but that the
 * day which the order has already may stay until it has passed.
 */
export function amendedDayProblem(
  asked: { readonly service: DispatchService; readonly day: Day | undefined },
  was: Despatch,
  now: Date,
  daysOff: DaysOff,
): string | undefined {
  const isKept = asked.day === was.day && was.day >= dayOf(now)
  return isKept ? undefined : despatchDayProblem(asked.service, asked.day, now, daysOff)
}

/**
 * The fields that an order has and may not be left without. An order from a feed may never have had them: it is amended
 * without them all the same.
 */
export function emptiedFields(was: NeededTexts, asked: NeededTexts): (typeof NEEDED_ORDER_FIELDS)[number][] {
  const isLacking = (field: (typeof NEEDED_ORDER_FIELDS)[number], text: string) =>
    field === 'postCode' ? isNoPostcode(text) && needsPostcode(asked.country) : text === ''
  // What goes to a country without postcodes may have none; where it goes elsewhere then, it is given one.
  const had = (field: (typeof NEEDED_ORDER_FIELDS)[number]) =>
    was[field] !== '' || (field === 'postCode' && !needsPostcode(was.country))
  return NEEDED_ORDER_FIELDS.filter((field) => isLacking(field, asked[field]) && had(field))
}

type NeededTexts = Readonly<Record<(typeof NEEDED_ORDER_FIELDS)[number] | 'country', string>>

type Contact = { readonly email: string; readonly country: string; readonly postCode: string }

/**
 * What is wrong with an email or a postcode that an amendment gives an order, by field: as of a new order. What it has
 * already may stay: feeds take any address that can be delivered to.
 */
export function contactProblems(was: Contact, asked: Contact): { path: 'email' | 'postCode'; message: string }[] {
  const { email, country, postCode } = asked
  const isKept = postCode === was.postCode && country === was.country
  const problem = isKept ? undefined : postcodeProblem(country, postCode, { mayLack: true })
  return [
    ...(email === '' || email === was.email || EMAIL_FORMAT.test(email)
      ? []
      : [{ path: 'email' as const, message: EMAIL_RULE }]),
    ...(problem === undefined ? [] : [{ path: 'postCode' as const, message: problem }]),
  ]
}

/** A line of an order, with what one piece of it and all of it are worth. */
export type ValuedLine = {
  readonly SKU: string
  readonly quantity: number
  readonly unit: Money
  readonly total: Money
}

/** Whether a line is worth what its pieces are, charged to the penny: false where its value was set by hand, and its pieces come to another. */
export function isWorthItsPieces({ quantity, unit, total }: Omit<ValuedLine, 'SKU'>): boolean {
  return times(unit, quantity) === total || valueOfPieces(unit, quantity) === total
}

/** A line that is asked for; `lineNumber` is the line of the order that it is, and null of a new one. */
type LineInput = {
  readonly SKU: string
  readonly quantity: number
  readonly given?: Money | undefined
  readonly lineNumber?: number | null | undefined
}
type PreviousLine = ValuedLine & { readonly lineNumber?: number }

/**
 * What the lines of an amended order are worth: the value given, else what the line was worth in the order before. With
 * another quantity a line is worth what a piece of it was; a new line what a piece of its SKU was in the order, a new SKU
 * its price.
 */
export function amendedLines(
  asked: readonly LineInput[],
  was: readonly PreviousLine[],
  priceOf: (SKU: string) => Money,
): ValuedLine[] {
  const kept = matchLines(asked, was)
  return asked.map(({ SKU, quantity, given }, index) => {
    const line = kept[index]
    if (line?.quantity === quantity && (given === undefined || given === line.total)) return line
    const price = (line ?? was.find((other) => sameName(other.SKU) === sameName(SKU)))?.unit ?? priceOf(SKU)
    return { SKU, quantity, ...lineValue({ quantity, price, given }) }
  })
}

/**
 * Which line of the order before each line is. A caller that does not number them is taken to mean the line of the same SKU
 * and quantity, at the same place rather than at another, else a line of the same SKU. Each counts once.
 */
function matchLines(asked: readonly LineInput[], was: readonly PreviousLine[]): (PreviousLine | undefined)[] {
  const left = new Set(was)
  const kept = asked.map((): PreviousLine | undefined => undefined)
  const isUnnumbered = ({ lineNumber }: LineInput) => lineNumber === undefined
  const ways: ((one: LineInput, line: PreviousLine, isPlace: boolean) => boolean)[] = [
    ({ lineNumber }, line) => typeof lineNumber === 'number' && lineNumber === line.lineNumber,
    (one, line, isPlace) => isUnnumbered(one) && isPlace && line.quantity === one.quantity,
    (one, line) => isUnnumbered(one) && line.quantity === one.quantity,
    (one, _line, isPlace) => isUnnumbered(one) && isPlace,
    isUnnumbered,
  ]
  for (const isMeant of ways)
    for (const [index, one] of asked.entries()) {
      if (kept[index]) continue
      const found = [...left].find(
        (line) => sameName(line.SKU) === sameName(one.SKU) && isMeant(one, line, line === was[index]),
      )
      if (found) left.delete(found)
      kept[index] = found
    }
  return kept
}
