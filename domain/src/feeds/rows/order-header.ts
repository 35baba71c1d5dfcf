import { type DispatchService, despatchDay, despatchDayFault } from '../../routing/dispatch-service.ts'
import { isSamePhone, readPhone } from '../../text/phone.ts'
import { normalPostcode, postcodeProblem, postcodeRule } from '../../text/postcode.ts'
import { dayOf, type DaysOff } from '../../calendar/day.ts'
import type { RowChecks } from './row-check.ts'
import { fault, type Fault, isFault } from '../fault.ts'
import { dayReader, instantReader } from './instant.ts'
import { HEADER_FIELDS, type OrderFeedField, STATE_FIELDS } from './order-fields.ts'
import { type FedState, isOtherState, readOrderState } from './order-state.ts'
import { readEmail, readService, textReader, withoutDecimals } from './read-cell.ts'
import { dateReading } from './row-check.ts'

export type OrderRowChecks = RowChecks & {
  /** The ISO code (two capitals) of a country by its code or a name of it, or undefined. */
  readonly countryCode: (text: string) => string | undefined
  /** The client's calendar, and the currency of its amounts (ISO 4217). */
  readonly daysOff: DaysOff
  readonly currency?: string | undefined
  /** What the rows of an order so far say of it, where there were some. */
  readonly headerOf?: ((orderNumber: string) => OrderHeader | undefined) | undefined
}

/** What the rows of an order say of it: whose it is, where it goes and when. */
export type OrderHeader = {
  /** ISO 8601 in UTC. */
  readonly orderedAt: string
  readonly dispatchService: DispatchService
  readonly despatchDate: string
  /** Whether the rows name the despatch day; else it is reckoned. */
  readonly isDayGiven: boolean
  readonly customerAccount: string
  readonly customerFirstName: string
  readonly customerLastName: string
  readonly email: string
  readonly phone: string
  /** What of the phone could not be kept in it. */
  readonly phoneNote?: string
  readonly country: string
  readonly addressLine1: string
  readonly addressLine2: string
  readonly addressLine3: string
  readonly addressLine4: string
  readonly postCode: string
  /** Left out where no row says anything of it: the order is still to go. */
  readonly state?: FedState
  /** The cells that this was read of, in the order of {@link SAID_FIELDS}; '' where no row has said anything yet. */
  readonly said: readonly string[]
}

export type HeaderFault = Fault & { readonly field: OrderFeedField }
type TextOf = (cells: readonly string[], field: OrderFeedField) => string
/**
 * Reads what a row says of its order, of which rows before have said so much already: a cell that is empty is as in these, and
 * what they left empty is filled in. Gives all that is wrong, a cell that says something else than they among it.
 */
export type HeaderReader = (
  cells: readonly string[],
  textOf: TextOf,
  before?: OrderHeader,
) => OrderHeader | readonly HeaderFault[]

export const isHeader = (read: OrderHeader | readonly HeaderFault[]): read is OrderHeader => 'said' in read

/** What the rows of an order may say of it. */
export const SAID_FIELDS = [...HEADER_FIELDS, ...STATE_FIELDS] as const

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

const OTHER_HEADER = fault(
  'The rows of this order differ here: all rows of an order say the same of its customer and address',
)
const NO_COUNTRY = fault(
  'Country is neither an ISO code nor a name that is known: correct it, or give the mapping the code that it stands for',
)

/** The rule is what is said of no postcode at all; what may have been meant by this one stands beside it. */
function noPostcode(country: string, given: string): Fault {
  const rule = postcodeRule(country) ?? ''
  const problem = postcodeProblem(country, given)
  return problem === rule ? { fault: rule } : { fault: rule, advice: problem }
}

/** The postcode in its own writing; '' where none is given, or nobody knows its country. */
function readPostcode(country: string | undefined, given: string): string | Fault {
  if (given === '' || country === undefined) return ''
  return normalPostcode(country, given) ?? noPostcode(country, given)
}

/** Makes the reader of a file's rows. Most repeat the cells of the row before them: these are read once. */
export function headerReader(checks: OrderRowChecks): HeaderReader {
  const places = SAID_FIELDS.map((field) => checks.cellOf[field]).filter((place) => place !== undefined)
  const readers = {
    readDate: instantReader('Order date', {
      zone: checks.timeZone,
      now: checks.now,
      ahead: 'year',
      ...dateReading(checks, 'orderDate'),
    }),
    readDay: dayReader('Despatch day', dateReading(checks, 'date')),
    readDespatched: dayReader('Despatched on', dateReading(checks, 'despatchedOn')),
    readDelivered: dayReader('Delivered on', dateReading(checks, 'deliveredOn')),
  }
  let last: { cells: readonly string[]; before: OrderHeader | undefined; read: ReturnType<HeaderReader> } | undefined
  const readNext = (cells: readonly string[], textOf: TextOf, before: OrderHeader | undefined) => {
    const said = SAID_FIELDS.map((field) => textOf(cells, field))
    if (!before) return readHeader(checks, readers, said)
    if (said.every((text, at) => text === '' || text === before.said[at])) return before
    const own = readHeader(
      checks,
      readers,
      said.map((text, at) => text || (before.said[at] ?? '')),
    )
    if (!isHeader(own)) return own
    const other = otherHeaderField(before, own, (field) => isSaid(before, field))
    if (other) return [{ ...OTHER_HEADER, field: other }]
    // Of two writings of the same the first stands.
    const all = before.said.map((text, at) => text || (said[at] ?? ''))
    return all.every((text, at) => text === before.said[at]) ? before : readHeader(checks, readers, all)
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

const PLACES = new Map<string, number>(SAID_FIELDS.map((field, at) => [field, at]))

const saidOf = (header: OrderHeader, field: OrderFeedField): string => header.said[PLACES.get(field) ?? -1] ?? ''

/** Whether the rows of an order say something in a field. */
export const isSaid = (header: OrderHeader, field: OrderFeedField): boolean => saidOf(header, field) !== ''

type DateReaders = { readDate: ReturnType<typeof instantReader> } & Record<
  'readDay' | 'readDespatched' | 'readDelivered',
  ReturnType<typeof dayReader>
>

function readHeader(
  { now, countryCode, daysOff }: OrderRowChecks,
  { readDate, readDay, readDespatched, readDelivered }: DateReaders,
  said: readonly string[],
): OrderHeader | readonly HeaderFault[] {
  const faults: HeaderFault[] = []
  const textOf = (field: (typeof SAID_FIELDS)[number]) => said[PLACES.get(field) ?? -1] ?? ''
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
  const due = orderedAt && isDayRead ? despatchDay(day, orderedAt, daysOff) : undefined
  const readers = { textOf, readDespatched, readDelivered }
  const days = orderedAt && due && { ordered: dayOf(orderedAt), isDated: dateText !== '', due, today: dayOf(now) }
  const state = days ? readOrderState({ ...readers, ...days }) : undefined
  if (state && isFault(state)) faults.push(state)
  const isToGo = !state || isFault(state) || state.status === 'N'
  if (orderedAt && service && isDayRead && isToGo) {
    // Against the day the order was placed, not today: the file sent again next week is still the same file.
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
    said,
  }
}

/** What is compared of two headers, as texts. */
export type ComparedHeader = Readonly<Record<(typeof COMPARED)[number], string>>

/**
 * The first field in which two headers differ, among those that count, or undefined. Case, blanks and the writing of a phone
 * make no difference. Nor does the instant of the order: tills write the rows of one order a minute apart, and the first
 * row's holds.
 */
export function otherHeaderField(
  one: OrderHeader,
  other: OrderHeader,
  counts: (field: OrderFeedField) => boolean = () => true,
): OrderFeedField | undefined {
  if (one === other) return undefined
  return (
    COMPARED.find((field) => counts(field) && isOther(field, one, other)) ??
    otherDay(one, other, counts) ??
    otherState(one, other, counts)
  )
}

/** Whether two headers differ in a field. */
export function isOther(field: (typeof COMPARED)[number], one: ComparedHeader, other: ComparedHeader): boolean {
  if (one[field] === other[field]) return false
  if (field === 'phone') return !isSamePhone(one.phone, other.phone)
  if (field === 'postCode') return plainPostcode(one) !== plainPostcode(other)
  return plainText(one[field]) !== plainText(other[field])
}

/** Postcodes that are kept may be of the time before some were left out, and others written with a blank. */
const plainPostcode = ({ country, postCode }: ComparedHeader) =>
  (normalPostcode(country, postCode) ?? postCode).replaceAll(/\s/g, '').toUpperCase()

const plainText = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

function otherDay(one: OrderHeader, other: OrderHeader, counts: (field: OrderFeedField) => boolean) {
  if (!counts('date')) return undefined
  const isOtherDay = one.isDayGiven !== other.isDayGiven || (one.isDayGiven && one.despatchDate !== other.despatchDate)
  return isOtherDay ? 'date' : undefined
}

/** Another writing of the same days makes no difference. */
function otherState(one: OrderHeader, other: OrderHeader, counts: (field: OrderFeedField) => boolean) {
  const isSaidOtherwise = STATE_FIELDS.some((field) => counts(field) && saidOf(one, field) !== saidOf(other, field))
  return isSaidOtherwise && isOtherState(one.state, other.state) ? 'status' : undefined
}

/** The fields of a header that are compared as texts. */
export const COMPARED = [
  ...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]),
  'phone',
  'country',
  'dispatchService',
] as const
