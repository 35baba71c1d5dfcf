/** The unit of a figure: the list behind it has one row for each. */
export type FigureUnit = 'orders' | 'parcels' | 'events'

type Definition = {
  readonly title: string
  readonly of: FigureUnit
  /** Measure, by which day, and what is excluded. */
  readonly definition: string
  /** Counted by promised day, and only once that day is over. */
  readonly isOverOnly?: true
}

/** Definitions shared by tiles, axes, lists and files; the server's predicates have the same names. */
export const FIGURES = {
  ordersReceived: {
    title: 'Orders received',
    of: 'orders',
    definition: 'Orders by the day they were placed, excluding cancelled orders.',
  },
  ordersReleased: {
    title: 'Orders released',
    of: 'orders',
    definition:
      'Orders by the day they were released to the warehouse. Excludes cancelled orders and orders suspended since.',
  },
  ordersDue: {
    title: 'Orders due',
    of: 'orders',
    isOverOnly: true,
    definition: 'Orders by despatch date, once that day is over. Excludes cancelled orders.',
  },
  ordersDueInTime: {
    title: 'Despatched on time',
    of: 'orders',
    isOverOnly: true,
    definition: 'Orders due on a day whose first parcel left by that day.',
  },
  ordersSameDay: {
    title: 'Promised for the same day',
    of: 'orders',
    isOverOnly: true,
    definition:
      'Orders received by the time of the promise to their client, by that day, once it is over. Excludes cancelled orders.',
  },
  ordersSameDayKept: {
    title: 'Left the same day',
    of: 'orders',
    isOverOnly: true,
    definition: 'Orders promised for the same day whose first parcel left on that day.',
  },
  ordersDespatched: {
    title: 'Orders despatched',
    of: 'orders',
    definition: 'Orders by the day their first parcel left. Lines, units and value are those ordered.',
  },
  ordersDelivered: {
    title: 'Orders delivered',
    of: 'orders',
    definition: 'Orders by the day the last of their parcels was delivered.',
  },
  routingExceptions: {
    title: 'Routing exceptions',
    of: 'orders',
    definition:
      'Orders with no carrier available when allocated, counted once, on the first day. Excludes cancelled orders.',
  },
  parcelsDespatched: {
    title: 'Parcels despatched',
    of: 'parcels',
    definition: 'Parcels by the day they left.',
  },
  parcelsDelivered: {
    title: 'Parcels delivered',
    of: 'parcels',
    definition: 'Parcels by the day the carrier delivered them.',
  },
  parcelsPromised: {
    title: 'Parcels promised',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels by their promised delivery date, once that day is over.',
  },
  parcelsOnTime: {
    title: 'On time',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels delivered by their promised date, once that day is over.',
  },
  parcelsNotOnTime: {
    title: 'Not on time',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels delivered after their promised date or not delivered yet, once that day is over.',
  },
  parcelsLate: {
    title: 'Delivered late',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels delivered after their promised date, by promised date.',
  },
  parcelsUndelivered: {
    title: 'Undelivered',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels past their promised date and not delivered, including those with no tracking.',
  },
  parcelsSilent: {
    title: 'No tracking yet',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels past their promised date with no carrier events. They may not have been handed over.',
  },
  exceptions: {
    title: 'Delivery exceptions',
    of: 'events',
    definition:
      'Carrier events for parcels delayed, on hold, not delivered or returning, by day. A parcel can have several.',
  },
} as const satisfies Record<string, Definition>

export type Figure = keyof typeof FIGURES
export const FIGURE_CODES = Object.keys(FIGURES) as [Figure, ...Figure[]]

type FigureCounting<Of extends FigureUnit> = {
  [Name in Figure]: (typeof FIGURES)[Name]['of'] extends Of ? Name : never
}[Figure]
export type OrderFigure = FigureCounting<'orders'>
export type ParcelFigure = FigureCounting<'parcels'>

const codesOf = (of: FigureUnit) => FIGURE_CODES.filter((code) => FIGURES[code].of === of)
export const ORDER_FIGURES = codesOf('orders') as [OrderFigure, ...OrderFigure[]]
export const PARCEL_FIGURES = codesOf('parcels') as [ParcelFigure, ...ParcelFigure[]]

export const countsPastDaysOnly = (figure: Figure): boolean => 'isOverOnly' in FIGURES[figure]

/** Denominators of shares, in words. */
export const SHARES = {
  onTime: 'Parcels delivered by their promised date, per 100 promised. Undelivered parcels count as not on time.',
  inTime: 'Orders whose first parcel left by the promised date, per 100 orders due.',
  sameDay: 'Orders whose first parcel left on the day they were received, per 100 promised to.',
  returns: 'Units returned per 100 units despatched in the same period.',
  failedAttempts: 'Failed delivery attempts per 100 parcels delivered in the same period.',
  cost: 'Expected cost of despatched parcels, from services and prices on the despatch date. Excludes parcels with no known cost.',
  costOrder:
    'Expected cost per order despatched, from services and prices on the despatch date. Excludes parcels with no known cost.',
  costParcel:
    'Expected cost per parcel, from services and prices on the despatch date. Excludes parcels with no known cost.',
} as const

/** Stock flow figures: the list behind each contains its SKUs, whose pieces add up to the figure. */
export const STOCK_FIGURES = {
  opening: 'Opening',
  goodsIn: 'Goods in',
  returned: 'Returns restocked',
  despatched: 'Despatched',
  adjusted: 'Adjusted',
  closing: 'Closing',
} as const
export type StockFigure = keyof typeof STOCK_FIGURES
export const STOCK_FIGURE_CODES = Object.keys(STOCK_FIGURES) as [StockFigure, ...StockFigure[]]

export const STOCK_FLOW_DEFINITION =
  'Units across all allocation codes. Opening and closing stock come from the latest count and movements since. Adjusted includes count differences.'
export const COVER_DEFINITION = 'Days the closing stock lasts at this period’s despatch rate.'

/** How periods are counted and compared. */
export const PERIOD_DEFINITION = 'Weeks run Monday–Sunday, UK time. Last year is matched by weekday.'
