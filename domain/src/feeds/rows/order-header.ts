import { type DispatchService, despatchDay, despatchDayFault } from '../../routing/dispatch-service.ts'
import { normalPostcode, postcodeProblem, postcodeRule } from '../../text/postcode.ts'
import type { DaysOff } from '../../calendar/day.ts'
import type { RowChecks } from './row-check.ts'
import { fault, type Fault, isFault } from '../fault.ts'
import { dayReader, instantReader } from './instant.ts'
import { HEADER_FIELDS, type OrderFeedField } from './order-fields.ts'
import { readEmail, readPhone, readService, textReader, withoutDecimals } from './read-cell.ts'
import { dateReading } from './row-check.ts'

export type OrderRowChecks = RowChecks & {
  /** The ISO code (two capitals) of a country by its code or a name of it, or undefined. */
  readonly countryCode: (text: string) => string | undefined
  /** The client's calendar. */
  readonly daysOff: DaysOff
}

/** What all rows of an order say alike: whose it is, where it goes and when. */
export type OrderHeader = {
  /** ISO 8601 in UTC. */
  readonly orderedAt: string
  readonly dispatchService: DispatchService
  readonly despatchDate: string
  /** Whether the row names the despatch day; else it is reckoned. */
  readonly isDayGiven: boolean
  readonly customerAccount: string
  readonly customerFirstName: string
  readonly customerLastName: string
  readonly email: string
  readonly phone: string
  readonly country: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly addressLine3: string
  readonly addressLine4: string
  readonly postCode: string
}

type HeaderFault = Fault & { readonly field: OrderFeedField }
type TextOf = (cells: readonly string[], field: OrderFeedField) => string
export type HeaderReader = (cells: readonly string[], textOf: TextOf) => OrderHeader | HeaderFault

const TEXTS = {
  customerAccount: textReader('Customer account', 50),
  customerFirstName: textReader('First name', 50),
  customerLastName: textReader('Last name', 50),
  addressLine1: textReader('Address line 1', 100),
  addressLine2: textReader('Address line 2', 100),
  addressLine3: textReader('Address line 3', 100),
  addressLine4: textReader('Address line 4', 100),
  postCode: textReader('Postcode', 12),
  email: readEmail,
  phone: readPhone,
} as const

const NO_COUNTRY = fault(
  'Country is neither an ISO code nor a name that is known: correct it, or give the mapping the code that it stands for',
)

/** The rule is what is said of no postcode at all; what may have been meant by this one stands beside it. */
function noPostcode(country: string, given: string): Fault {
  const rule = postcodeRule(country) ?? ''
  const problem = postcodeProblem(country, given)
  return problem === rule ? { fault: rule } : { fault: rule, advice: problem }
}

/** Reads headers, the one before again without work as long as its cells stay the same. */
export function headerReader(checks: OrderRowChecks): HeaderReader {
  const places = HEADER_FIELDS.map((field) => checks.cellOf[field]).filter((place) => place !== undefined)
  const readers = {
    readDate: instantReader('Order date', {
      zone: checks.timeZone,
      now: checks.now,
      ahead: 'year',
      ...dateReading(checks, 'orderDate'),
    }),
    readDay: dayReader('Despatch day', dateReading(checks, 'date')),
  }
  let before: readonly string[] | undefined
  let read: OrderHeader | HeaderFault | undefined
  return (cells, textOf) => {
    if (read && before && places.every((place) => cells[place] === before?.[place])) return read
    before = cells
    read = readHeader(checks, readers, (field) => textOf(cells, field))
    return read
  }
}

type DateReaders = { readDate: ReturnType<typeof instantReader>; readDay: ReturnType<typeof dayReader> }

function readHeader(
  { now, countryCode, daysOff }: OrderRowChecks,
  { readDate, readDay }: DateReaders,
  textOf: (field: OrderFeedField) => string,
): OrderHeader | HeaderFault {
  const texts: Partial<Record<keyof typeof TEXTS, string>> = {}
  for (const [name, readText] of Object.entries(TEXTS)) {
    const field = name as keyof typeof TEXTS
    const text = readText(textOf(field))
    if (isFault(text)) return { ...text, field }
    texts[field] = text
  }
  const dateText = textOf('orderDate')
  const orderedAt = dateText === '' ? now : readDate(dateText)
  if (isFault(orderedAt)) return { ...orderedAt, field: 'orderDate' }
  const countryText = textOf('country')
  const country = countryText === '' ? 'GB' : countryCode(countryText)
  if (country === undefined) return { ...NO_COUNTRY, field: 'country' }
  const given = texts.postCode ?? ''
  const postCode = given === '' ? '' : normalPostcode(country, given)
  if (postCode === undefined) return { ...noPostcode(country, given), field: 'postCode' }
  const service = readService(textOf('dispatchService'))
  if (isFault(service)) return { ...service, field: 'dispatchService' }
  const dayText = textOf('date')
  const day = dayText === '' ? undefined : readDay(dayText)
  if (isFault(day)) return { ...day, field: 'date' }
  // Against the day the order was placed, not today: the file sent again next week is still the same file.
  const dayFault = despatchDayFault(service, day, orderedAt, daysOff)
  if (dayFault) return { fault: dayFault.rule, advice: dayFault.advice, field: 'date' }
  return {
    orderedAt: orderedAt.toISOString(),
    dispatchService: service,
    despatchDate: despatchDay(day, orderedAt, daysOff),
    isDayGiven: day !== undefined,
    customerAccount: withoutDecimals(texts.customerAccount ?? ''),
    customerFirstName: texts.customerFirstName ?? '',
    customerLastName: texts.customerLastName ?? '',
    email: texts.email ?? '',
    phone: texts.phone ?? '',
    country,
    addressLine1: texts.addressLine1 ?? '',
    addressLine2: texts.addressLine2 ?? '',
    addressLine3: texts.addressLine3 ?? '',
    addressLine4: texts.addressLine4 ?? '',
    postCode,
  }
}

/**
 * The first field in which two headers differ, or undefined. The instant of the order does not count: tills write the
 * rows of one order a minute apart, and the first row's holds.
 */
export function otherHeaderField(one: OrderHeader, other: OrderHeader): OrderFeedField | undefined {
  if (one === other) return undefined
  return COMPARED.find((field) => one[field] !== other[field]) ?? (isOtherDay(one, other) ? 'date' : undefined)
}

function isOtherDay(one: OrderHeader, other: OrderHeader): boolean {
  return one.isDayGiven !== other.isDayGiven || (one.isDayGiven && one.despatchDate !== other.despatchDate)
}

const COMPARED = [...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]), 'country', 'dispatchService'] as const
