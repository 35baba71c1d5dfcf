/** The unit of a figure: the list behind it has one row for each. */
export type FigureUnit = 'orders' | 'parcels' | 'events'

type Definition = {
  readonly title: string
  readonly of: FigureUnit
  /** What is counted, by which day, and what is excluded. */
  readonly definition: string
  /** Counted by promised day, and only once that day is over. */
  readonly isOverOnly?: true
}

/** Definitions shared by tiles, axes, lists and files; the server's predicates have the same names. */
export const FIGURES = {
  ordersReceived: {
    title: 'Orders received',
    of: 'orders',
    definition: 'Orders by the day they were placed. Cancelled orders are left out.',
  },
  ordersReleased: {
    title: 'Orders released',
    of: 'orders',
    definition:
      'Orders by the day they were released to the warehouse. Cancelled orders, and orders suspended since, are left out.',
  },
  ordersDue: {
    title: 'Orders due',
    of: 'orders',
    isOverOnly: true,
    definition:
      'Orders by the day they were due to leave, once that day is over. An order moved to another day counts on the new day. Cancelled orders are left out.',
  },
  ordersDueInTime: {
    title: 'Despatched on the day promised',
    of: 'orders',
    isOverOnly: true,
    definition: 'Of the orders due on a day, those whose first parcel left on that day or before.',
  },
  ordersDespatched: {
    title: 'Orders despatched',
    of: 'orders',
    definition: 'Orders by the day their first parcel left. Lines, pieces and value are those ordered.',
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
      'Orders for which no carrier was found when they were allocated in these days, though one may have been since. Each is counted once, on the first of these days. Cancelled orders are left out.',
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
    definition: 'Parcels by the day promised for their delivery, once that day is over.',
  },
  parcelsOnTime: {
    title: 'On time',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels delivered on the day promised or before, by the day promised, once that day is over.',
  },
  parcelsNotOnTime: {
    title: 'Not on time',
    of: 'parcels',
    isOverOnly: true,
    definition:
      'Parcels delivered after the day promised or not delivered yet, by the day promised, once that day is over.',
  },
  parcelsLate: {
    title: 'Delivered late',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels delivered after the day promised, by the day promised.',
  },
  parcelsUndelivered: {
    title: 'Undelivered',
    of: 'parcels',
    isOverOnly: true,
    definition: 'Parcels whose promised day is over and that are not delivered yet, those without any event included.',
  },
  parcelsSilent: {
    title: 'Without any event',
    of: 'parcels',
    isOverOnly: true,
    definition:
      'Parcels whose promised day is over and of which the carrier has said nothing: they may never have been handed over.',
  },
  exceptions: {
    title: 'Delivery exceptions',
    of: 'events',
    definition:
      'Carrier events that say a parcel is delayed, on hold, not delivered or going back, or that give a reason; by the day they happened. A parcel may have several.',
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
  onTime:
    'Parcels delivered on the day promised or before, for each hundred promised for days that are over. Undelivered parcels count as not on time.',
  inTime:
    'Orders whose first parcel left on the day promised or before, for each hundred orders due on days that are over.',
  returns: 'Pieces received back for each hundred pieces of the orders despatched in the same days.',
  failedAttempts: 'Failed attempts that carriers reported, for each hundred parcels delivered in the same days.',
  cost: 'What the despatched parcels should cost by the service that left and the price of their day. Parcels without a known cost are left out, and counted.',
  costOrder:
    'What the despatched parcels should cost by the service that left and the price of their day, for each order despatched. Parcels without a known cost are left out, and counted.',
  costParcel:
    'What the despatched parcels should cost by the service that left and the price of their day, for each parcel. Parcels without a known cost are left out, and counted.',
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
  'Pieces, all allocation codes together. Opening and closing: the newest count before, and what moved since; before the first count, reckoned back from it. Adjusted: adjustments, and what counts show beyond the movements.'
export const COVER_DEFINITION = 'Days that the closing stock lasts, if as much goes out a day as in these days.'

/** How periods are counted and compared. */
export const PERIOD_DEFINITION =
  'Weeks begin on Monday; days are those of London. The year before is 364 days earlier, so that weekdays meet.'
