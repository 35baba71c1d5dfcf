import type { CarrierExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { dayOf, formatDayRange, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { daysLate } from '@despatch/domain/deliveries/parcels/days-late'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import type { DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import { isolate, type PrintedColumn, type PrintedForm, type PrintedTable } from '../../pdf/printed-form.ts'
import type { PrintedParcel } from './select-printed-parcels.ts'

/** Parcels printed on a form: a month's late parcels of a large client, over 1,500 pages. */
export const MAX_PRINTED = 50_000

const EXCEPTION_LABELS: Record<DeliveryException, string> = {
  undelivered: 'Undelivered',
  'late delivered': 'Late delivered',
}
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: OPERATOR_ZONE })
const right = 'right' as const

type ExceptionsFormInput = {
  readonly query: { Order_Date_From: string; Order_Date_To: string; Show_Orders: DeliveryException }
  readonly clients: readonly string[]
  readonly carriers: readonly CarrierExceptions[]
  /** Longest delay first; at most {@link MAX_PRINTED}. */
  readonly parcels: readonly PrintedParcel[]
  readonly by: string
  readonly now: Date
}

/**
 * The printed form of carrier delivery exceptions: counts by carrier and service, then each carrier's parcels. Rows are
 * built while they are read.
 */
export function exceptionsForm({ query, clients, carriers, parcels, by, now }: ExceptionsFormInput): PrintedForm {
  const isMany = clients.length > 1
  const byCarrier = Map.groupBy(parcels, keyOf)
  const total = carriers.reduce((sum, { DeliveryExceptionList: list }) => sum + sumParcels(list), 0)
  return {
    title: 'Carrier Delivery Exceptions',
    facts: [
      {
        name: isMany ? 'Clients' : 'Client',
        text: isMany ? `All (${formatCount(clients.length)})` : (clients[0] ?? ''),
      },
      { name: 'Ordered', text: formatDayRange(query.Order_Date_From, query.Order_Date_To) },
      { name: 'Shown', text: `${EXCEPTION_LABELS[query.Show_Orders]}, ${parcelText(total)}` },
    ],
    tables: [
      countsTable(carriers, isMany),
      ...carriers.flatMap((carrier) => {
        const ownParcels = byCarrier.get(keyOf({ client_code: carrier.Client_Code, carrier: carrier.Carrier })) ?? []
        return ownParcels.length > 0 ? [parcelsTable(carrier, ownParcels, isMany, now)] : []
      }),
    ],
    notes:
      total > parcels.length
        ? [
            `Only the ${formatCount(parcels.length)} latest of ${parcelText(total)} are printed. To print all, choose fewer days or one client, or export the list of orders.`,
          ]
        : [],
    footer: `Printed ${moment.format(now)} by ${isolate(by)}`,
  }
}

const keyOf = ({ client_code, carrier }: { client_code: string; carrier: string }) => `${client_code} ${carrier}`
const sumParcels = ({ DeliveryExceptions }: CarrierExceptions['DeliveryExceptionList']) =>
  DeliveryExceptions.reduce((sum, { Parcels }) => sum + Parcels, 0)
const parcelText = (parcels: number) => `${formatCount(parcels)} ${parcels === 1 ? 'parcel' : 'parcels'}`
const serviceLabel = (service: string) => service || 'Service not known'

const COUNT_COLUMNS: readonly PrintedColumn[] = [
  { title: 'Carrier', width: 5 },
  { title: 'Service', width: 6 },
  { title: 'Parcels', width: 2, align: right },
  { title: 'Orders', width: 2, align: right },
  { title: 'Longest delay', width: 3, align: right },
  { title: 'Average days late', width: 3, align: right },
  { title: 'Earliest promised', width: 3 },
]
const CLIENT_COLUMN: PrintedColumn = { title: 'Client', width: 3 }

function countsTable(carriers: readonly CarrierExceptions[], isMany: boolean): PrintedTable {
  return {
    heading: 'By carrier and service',
    columns: isMany ? [...COUNT_COLUMNS, CLIENT_COLUMN] : COUNT_COLUMNS,
    rows: carriers.flatMap(({ Carrier_Name, Client_Code, DeliveryExceptionList: { DeliveryExceptions } }) =>
      DeliveryExceptions.map((one) => [
        Carrier_Name,
        serviceLabel(one.Carrier_Service),
        formatCount(one.Parcels),
        formatCount(one.Orders),
        formatCount(one.Most_Days_Late),
        one.Average_Days_Late.toFixed(1),
        formatDayShort(one.First_Promised_Date),
        ...(isMany ? [Client_Code] : []),
      ]),
    ),
  }
}

const PARCEL_COLUMNS: readonly PrintedColumn[] = [
  { title: 'Tracking number', width: 6 },
  { title: 'Order', width: 5 },
  { title: 'Service', width: 5 },
  { title: 'Despatched', width: 3 },
  { title: 'Promised', width: 3 },
  { title: 'Status', width: 5 },
  { title: 'Days late', width: 2, align: right },
]

function parcelsTable(
  carrier: CarrierExceptions,
  parcels: readonly PrintedParcel[],
  isMany: boolean,
  now: Date,
): PrintedTable {
  return {
    heading: [isolate(carrier.Carrier_Name), ...(isMany ? [carrier.Client_Code] : []), parcelText(parcels.length)].join(
      ', ',
    ),
    columns: PARCEL_COLUMNS,
    rows: rowsOf(parcels, now),
  }
}

function* rowsOf(parcels: readonly PrintedParcel[], now: Date): Iterable<readonly string[]> {
  const today = dayOf(now)
  for (const parcel of parcels) {
    const state = DELIVERY_STATES[parcel.state]
    const late = daysLate({ promisedDate: parcel.promised_date, deliveredOn: parcel.delivered_on }, today)
    yield [
      parcel.tracking_number,
      parcel.order_number,
      serviceLabel(parcel.carrier_service),
      formatDayShort(dayOf(parcel.despatched_at)),
      formatDayShort(parcel.promised_date),
      parcel.delivered_at ? `${state} ${formatDayShort(dayOf(parcel.delivered_at))}` : state,
      formatCount(late),
    ]
  }
}
