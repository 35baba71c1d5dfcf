import { openDay } from '../../routing/cut-offs/fallback-day.ts'
import { type DispatchService, despatchDayFault } from '../../routing/dispatch-service.ts'
import { isSamePhone, readPhone } from '../../text/phone.ts'
import { normalPostcode, postcodeProblem, postcodeRule } from '../../text/postcode.ts'
import { type Day, dayOf, type DaysOff } from '../../calendar/day.ts'
import type { RowChecks } from './row-check.ts'
import { fault, type Fault, isFault } from '../fault.ts'
import { dayReader, instantReader } from './instant.ts'
import { HEADER_FIELDS, type OrderFeedField, STATE_FIELDS } from './order-fields.ts'
import { type FedOrderState, isStateDifferent, readOrderState } from './order-state.ts'
import { readEmail, readService, textReader, withoutDecimals } from './read-cell.ts'
import { dateReading } from './row-check.ts'

export type OrderRowChecks = RowChecks & {
  /** The ISO code (two capitals) of a country by its code or a name of it, or undefined. */
  readonly countryCode: (text: string) => string | undefined
  /** The client's calendar, and the currency of its amounts (ISO 4217). */
  readonly daysOff: DaysOff
  /** Orders without a despatch date leave on the day on which they are placed, if a carrier takes them. */
  readonly isSameDay: boolean
  readonly currency?: string | undefined
  /** The header from the order's earlier rows, if any. */
  readonly headerOf?: ((orderNumber: string) => OrderHeader | undefined) | undefined
}

/** The data of an order that its rows repeat: customer, address and dates. */
export type OrderHeader = {
  /** ISO 8601 in UTC. */
  readonly orderedAt: string
  readonly dispatchService: DispatchService
  readonly despatchDate: string
  /** The rows name the despatch day; otherwise it is calculated. */
  readonly isDayGiven: boolean
  readonly customerAccount: string
  readonly customerFirstName: string
  readonly customerLastName: string
  readonly email: string
  readonly phone: string
  /** Text of the phone cell that is no phone number. */
  readonly phoneNote?: string
  readonly country: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly addressLine3: string
  readonly addressLine4: string
  readonly postCode: string
  /** Left out if no row has a status: the order is still to be despatched. */
  readonly state?: FedOrderState
  /** The cells that this was read from, in the order of {@link REPEATED_FIELDS}; '' where no row had a value. */
  readonly cells: readonly string[]
}

export type OrderFieldFault = Fault & { readonly field: OrderFeedField }
type TextOf = (cells: readonly string[], field: OrderFeedField) => string
/**
 * Reads the header of a row, given the header of the order's earlier rows. Empty cells keep earlier values, and earlier
 * empty cells are filled in. Returns all faults, including a cell that contradicts an earlier row.
 */
export type HeaderReader = (
  cells: readonly string[],
  textOf: TextOf,
  before?: OrderHeader,
) => OrderHeader | readonly OrderFieldFault[]

export const isHeader = (read: OrderHeader | readonly OrderFieldFault[]): read is OrderHeader => 'cells' in read

/** Fields that all rows of an order may repeat. */
export const REPEATED_FIELDS = [...HEADER_FIELDS, ...STATE_FIELDS] as const

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
} as const

const OTHER_HEADER = fault('The rows of this order have different customers or addresses')
const NO_COUNTRY = fault('Country is not a known code or name. Correct it, or map it to a code')

/** The rule is the same for all postcodes; the advice is for this one. */
function postcodeFault(country: string, postcode: string): Fault {
  const rule = postcodeRule(country) ?? ''
  const problem = postcodeProblem(country, postcode)
  return problem === rule ? { fault: rule } : { fault: rule, advice: problem }
}

/** The postcode in standard format; '' if there is none or its country is unknown. */
function readPostcode(country: string | undefined, postcode: string): string | Fault {
  if (postcode === '' || country === undefined) return ''
  return normalPostcode(country, postcode) ?? postcodeFault(country, postcode)
}

/** Makes the reader of headers. Most rows repeat the cells of the row before, so the last result is reused. */
export function headerReader(checks: OrderRowChecks): HeaderReader {
  const places = REPEATED_FIELDS.map((field) => checks.cellOf[field]).filter((place) => place !== undefined)
  const readers = {
    readDate: instantReader('Order date', {
      zone: checks.timeZone,
      now: checks.now,
      ahead: 'year',
      ...dateReading(checks, 'orderDate'),
    }),
    readDay: dayReader('Despatch date', dateReading(checks, 'date')),
    readDespatched: dayReader('Despatched on', dateReading(checks, 'despatchedOn')),
    readDelivered: dayReader('Delivered on', dateReading(checks, 'deliveredOn')),
  }
  let last: { cells: readonly string[]; before: OrderHeader | undefined; read: ReturnType<HeaderReader> } | undefined
  const readNext = (cells: readonly string[], textOf: TextOf, before: OrderHeader | undefined) => {
    const cellTexts = REPEATED_FIELDS.map((field) => textOf(cells, field))
    if (!before) return readHeader(checks, readers, cellTexts)
    if (cellTexts.every((text, at) => text === '' || text === before.cells[at])) return before
    const own = readHeader(
      checks,
      readers,
      cellTexts.map((text, at) => text || (before.cells[at] ?? '')),
    )
    if (!isHeader(own)) return own
    const other = findDifferentHeaderField(before, own, (field) => isFieldFilled(before, field))
    if (other) return [{ ...OTHER_HEADER, field: other }]
    // If two rows spell the same value differently, keep the first spelling.
    const all = before.cells.map((text, at) => text || (cellTexts[at] ?? ''))
    return all.every((text, at) => text === before.cells[at]) ? before : readHeader(checks, readers, all)
  }
  return (cells, textOf, before) => {
    const isSame =
      last &&
      (before === last.before || before === last.read) &&
      places.every((place) => cells[place] === last?.cells[place])
    if (last && isSame) return last.read
    const read = readNext(cells, textOf, before)
    last = { cells, before, read }
    return read
  }
}

const FIELD_INDEX = new Map<string, number>(REPEATED_FIELDS.map((field, at) => [field, at]))

const cellOfHeader = (header: OrderHeader, field: OrderFeedField): string =>
  header.cells[FIELD_INDEX.get(field) ?? -1] ?? ''

/** Whether any row of an order fills a field. */
export const isFieldFilled = (header: OrderHeader, field: OrderFeedField): boolean => cellOfHeader(header, field) !== ''

type DateReaders = { readDate: ReturnType<typeof instantReader> } & Record<
  'readDay' | 'readDespatched' | 'readDelivered',
  ReturnType<typeof dayReader>
>

/** The day of an order without a date: an order of today may leave today; an older one has its day by the calendar. */
function dayWithoutDate(
  orderedAt: Date,
  { now, daysOff, isSameDay }: Pick<OrderRowChecks, 'now' | 'daysOff' | 'isSameDay'>,
): Day {
  const placedOn = dayOf(orderedAt)
  return openDay(placedOn, daysOff, isSameDay && placedOn === dayOf(now))
}

function readHeader(
  { now, countryCode, daysOff, isSameDay }: OrderRowChecks,
  { readDate, readDay, readDespatched, readDelivered }: DateReaders,
  cellTexts: readonly string[],
): OrderHeader | readonly OrderFieldFault[] {
  const faults: OrderFieldFault[] = []
  const textOf = (field: (typeof REPEATED_FIELDS)[number]) => cellTexts[FIELD_INDEX.get(field) ?? -1] ?? ''
  const orFault = <Read>(field: OrderFeedField, read: Read | Fault): Read | undefined => {
    if (!isFault(read)) return read
    faults.push({ ...read, field })
    return undefined
  }
  const textIn = (field: keyof typeof TEXTS) => orFault<string>(field, TEXTS[field](textOf(field))) ?? ''
  const { phone, note: phoneNote } = readPhone(textOf('phone'))
  const dateText = textOf('orderDate')
  const orderedAt = orFault('orderDate', dateText === '' ? now : readDate(dateText))
  const countryText = textOf('country')
  const country = orFault('country', countryText === '' ? 'GB' : (countryCode(countryText) ?? NO_COUNTRY))
  const postCode = orFault('postCode', readPostcode(country, textIn('postCode')))
  const service = orFault('dispatchService', readService(textOf('dispatchService')))
  const dayText = textOf('date')
  const day = dayText === '' ? undefined : orFault('date', readDay(dayText))
  const isDayRead = dayText === '' || day !== undefined
  const due = orderedAt && isDayRead ? (day ?? dayWithoutDate(orderedAt, { now, daysOff, isSameDay })) : undefined
  const readers = { textOf, readDespatched, readDelivered }
  const days = orderedAt && due && { ordered: dayOf(orderedAt), isDated: dateText !== '', due, today: dayOf(now) }
  const state = days ? readOrderState({ ...readers, ...days }) : undefined
  if (state && isFault(state)) faults.push(state)
  const isToGo = !state || isFault(state) || state.status === 'N'
  if (orderedAt && service && isDayRead && isToGo) {
    // Compare with the day of the order, not today: the file sent again next week must give the same result.
    const dayFault = despatchDayFault(service, day, orderedAt, daysOff)
    if (dayFault) faults.push({ fault: dayFault.rule, advice: dayFault.advice, field: 'date' })
  }
  const texts = {
    customerAccount: withoutDecimals(textIn('customerAccount')),
    customerFirstName: textIn('customerFirstName'),
    customerLastName: textIn('customerLastName'),
    email: textIn('email'),
    phone,
    addressLine1: textIn('addressLine1'),
    addressLine2: textIn('addressLine2'),
    addressLine3: textIn('addressLine3'),
    addressLine4: textIn('addressLine4'),
  }
  if (faults.length > 0 || !orderedAt || !service || !country || !due || (state && isFault(state))) return faults
  return {
    orderedAt: orderedAt.toISOString(),
    dispatchService: service,
    despatchDate: due,
    isDayGiven: day !== undefined,
    ...texts,
    ...(phoneNote !== undefined && { phoneNote }),
    country,
    postCode: postCode ?? '',
    ...(state && { state }),
    cells: cellTexts,
  }
}

/** Fields of headers that are compared as texts. */
export type ComparedHeader = Readonly<Record<(typeof COMPARED_FIELDS)[number], string>>

/**
 * Finds the first field in which two headers differ, among those for which `counts` is true. Ignores case, spaces and
 * the format of phones. Ignores the time of the order: tills write the rows of one order a minute apart, and the first
 * row's time counts.
 */
export function findDifferentHeaderField(
  one: OrderHeader,
  other: OrderHeader,
  counts: (field: OrderFeedField) => boolean = () => true,
): OrderFeedField | undefined {
  if (one === other) return undefined
  return (
    COMPARED_FIELDS.find((field) => counts(field) && isFieldDifferent(field, one, other)) ??
    differentDay(one, other, counts) ??
    differentState(one, other, counts)
  )
}

export function isFieldDifferent(
  field: (typeof COMPARED_FIELDS)[number],
  one: ComparedHeader,
  other: ComparedHeader,
): boolean {
  if (one[field] === other[field]) return false
  if (field === 'phone') return !isSamePhone(one.phone, other.phone)
  if (field === 'postCode') return plainPostcode(one) !== plainPostcode(other)
  return plainText(one[field]) !== plainText(other[field])
}

/** Stored postcodes may predate a stricter format, or have a space elsewhere. */
const plainPostcode = ({ country, postCode }: ComparedHeader) =>
  (normalPostcode(country, postCode) ?? postCode).replaceAll(/\s/g, '').toUpperCase()

const plainText = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

function differentDay(one: OrderHeader, other: OrderHeader, counts: (field: OrderFeedField) => boolean) {
  if (!counts('date')) return undefined
  const isOtherDay = one.isDayGiven !== other.isDayGiven || (one.isDayGiven && one.despatchDate !== other.despatchDate)
  return isOtherDay ? 'date' : undefined
}

/** The same days in another format are no difference. */
function differentState(one: OrderHeader, other: OrderHeader, counts: (field: OrderFeedField) => boolean) {
  const hasOtherCells = STATE_FIELDS.some(
    (field) => counts(field) && cellOfHeader(one, field) !== cellOfHeader(other, field),
  )
  return hasOtherCells && isStateDifferent(one.state, other.state) ? 'status' : undefined
}

export const COMPARED_FIELDS = [
  ...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]),
  'phone',
  'country',
  'dispatchService',
] as const
