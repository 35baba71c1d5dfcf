import type { CarrierExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { dayOf, formatDayRange, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { daysLate } from '@despatch/domain/deliveries/parcels/days-late'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import type { DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import { isolate, type PrintedColumn, type PrintedForm, type PrintedTable } from '../../pdf/printed-form.ts'
import type { PrintedParcel } from './printed-parcels.ts'

/** As many parcels as a form prints, which is what a large client has late in a month: 1,500 pages and more. */
export const MAX_PRINTED = 50_000

const EXCEPTION_LABELS: Record<DeliveryException, string> = {
  undelivered: 'Undelivered',
  'late delivered': 'Late delivered',
}
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: OPERATOR_ZONE })
const right = 'right' as const

type Given = {
  readonly asked: { Order_Date_From: string; Order_Date_To: string; Show_Orders: DeliveryException }
  readonly clients: readonly string[]
  readonly carriers: readonly CarrierExceptions[]
  /** The worst first; at most {@link MAX_PRINTED}. */
  readonly parcels: readonly PrintedParcel[]
  readonly by: string
  readonly now: Date
}

/**
 * The form of carrier delivery exceptions: the counts by carrier and service, then the parcels of each carrier, whose rows are
 * made as they are read.
 */
export function exceptionsForm({ asked, clients, carriers, parcels, by, now }: Given): PrintedForm {
  const isMany = clients.length > 1
  const byCarrier = Map.groupBy(parcels, keyOf)
  const total = carriers.reduce((sum, { DeliveryExceptionList: list }) => sum + parcelsOf(list), 0)
  return {
    title: 'Carrier Delivery Exceptions',
    facts: [
      {
        name: isMany ? 'Clients' : 'Client',
        text: isMany ? `All (${formatCount(clients.length)})` : (clients[0] ?? ''),
      },
      { name: 'Ordered', text: formatDayRange(asked.Order_Date_From, asked.Order_Date_To) },
      { name: 'Shown', text: `${EXCEPTION_LABELS[asked.Show_Orders]}, ${parcelText(total)}` },
    ],
    tables: [
      counts(carriers, isMany),
      ...carriers.flatMap((carrier) => {
        const its = byCarrier.get(keyOf({ client_code: carrier.Client_Code, carrier: carrier.Carrier })) ?? []
        return its.length > 0 ? [parcelsOfCarrier(carrier, its, isMany, now)] : []
      }),
    ],
    notes:
      total > parcels.length
        ? [
            `Cut: of ${parcelText(total)}, the ${formatCount(parcels.length)} that are the most days late are printed. To have all, print fewer days or one client at a time, or export the list of orders behind the counts.`,
          ]
        : [],
    footer: `Printed ${moment.format(now)} by ${isolate(by)}`,
  }
}

const keyOf = ({ client_code, carrier }: { client_code: string; carrier: string }) => `${client_code} ${carrier}`
const parcelsOf = ({ DeliveryExceptions }: CarrierExceptions['DeliveryExceptionList']) =>
  DeliveryExceptions.reduce((sum, { Parcels }) => sum + Parcels, 0)
const parcelText = (parcels: number) => `${formatCount(parcels)} ${parcels === 1 ? 'parcel' : 'parcels'}`
const serviceLabel = (service: string) => service || 'Service not known'

const COUNTS: readonly PrintedColumn[] = [
  { title: 'Carrier', width: 5 },
  { title: 'Service', width: 6 },
  { title: 'Parcels', width: 2, align: right },
  { title: 'Orders', width: 2, align: right },
  { title: 'Most days late', width: 3, align: right },
  { title: 'Average days late', width: 3, align: right },
  { title: 'First promise', width: 3 },
]
const CLIENT: PrintedColumn = { title: 'Client', width: 3 }

function counts(carriers: readonly CarrierExceptions[], isMany: boolean): PrintedTable {
  return {
    heading: 'By carrier and service',
    columns: isMany ? [...COUNTS, CLIENT] : COUNTS,
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

const PARCELS: readonly PrintedColumn[] = [
  { title: 'Tracking number', width: 6 },
  { title: 'Order', width: 5 },
  { title: 'Service', width: 5 },
  { title: 'Despatched', width: 3 },
  { title: 'Promised', width: 3 },
  { title: 'State', width: 5 },
  { title: 'Days late', width: 2, align: right },
]

function parcelsOfCarrier(
  carrier: CarrierExceptions,
  parcels: readonly PrintedParcel[],
  isMany: boolean,
  now: Date,
): PrintedTable {
  return {
    heading: [isolate(carrier.Carrier_Name), ...(isMany ? [carrier.Client_Code] : []), parcelText(parcels.length)].join(
      ', ',
    ),
    columns: PARCELS,
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
