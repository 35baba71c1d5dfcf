import type { CarrierExceptions } from '@despatch/contract/delivery-exceptions/delivery-exceptions'
import type { Parcel } from '@despatch/contract/parcels/parcel'
import { dayOf, formatDayRange, formatDayShort, OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import type { DeliveryException } from '@despatch/domain/parcels/promised-date'
import type { PrintedColumn, PrintedForm, PrintedSection } from '../app/print/printed-form.ts'

/** As many parcels as a form prints: a hundred pages and more. */
export const MOST_PRINTED = 5000

const WORDS: Record<DeliveryException, string> = { undelivered: 'Undelivered', 'late delivered': 'Late delivered' }
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: OPERATOR_ZONE })
const right = 'right' as const

type Given = {
  readonly asked: { Order_Date_From: string; Order_Date_To: string; Show_Orders: DeliveryException }
  readonly clients: readonly string[]
  readonly carriers: readonly CarrierExceptions[]
  /** The worst first; at most {@link MOST_PRINTED}. */
  readonly parcels: readonly Parcel[]
  readonly by: string
  readonly now: Date
}

/** The form of carrier delivery exceptions: the counts by carrier and service, then the parcels of each carrier. */
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
      { name: 'Shown', text: `${WORDS[asked.Show_Orders]}, ${parcelWords(total)}` },
    ],
    sections: [
      counts(carriers, isMany),
      ...carriers.flatMap((carrier) => {
        const its = byCarrier.get(keyOf({ clientCode: carrier.Client_Code, carrier: carrier.Carrier })) ?? []
        return its.length > 0 ? [parcelsOfCarrier(carrier, its, isMany)] : []
      }),
    ],
    notes:
      total > parcels.length
        ? [
            `Cut: the ${formatCount(parcels.length)} latest of ${parcelWords(total)} are printed. Ask for fewer days, or for one client, to have all.`,
          ]
        : [],
    printed: `Printed ${moment.format(now)} by ${by}`,
  }
}

const keyOf = ({ clientCode, carrier }: { clientCode: string; carrier: string }) => `${clientCode} ${carrier}`
const parcelsOf = ({ DeliveryExceptions }: CarrierExceptions['DeliveryExceptionList']) =>
  DeliveryExceptions.reduce((sum, { Parcels }) => sum + Parcels, 0)
const parcelWords = (parcels: number) => `${formatCount(parcels)} ${parcels === 1 ? 'parcel' : 'parcels'}`
const serviceWords = (service: string) => service || 'Service not known'

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

function counts(carriers: readonly CarrierExceptions[], isMany: boolean): PrintedSection {
  return {
    heading: 'By carrier and service',
    columns: isMany ? [...COUNTS, CLIENT] : COUNTS,
    rows: carriers.flatMap(({ Carrier_Name, Client_Code, DeliveryExceptionList: { DeliveryExceptions } }) =>
      DeliveryExceptions.map((one) => [
        Carrier_Name,
        serviceWords(one.Carrier_Service),
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

function parcelsOfCarrier(carrier: CarrierExceptions, parcels: readonly Parcel[], isMany: boolean): PrintedSection {
  return {
    heading: [carrier.Carrier_Name, ...(isMany ? [carrier.Client_Code] : []), parcelWords(parcels.length)].join(', '),
    columns: PARCELS,
    rows: parcels.map((parcel) => [
      parcel.trackingNumber,
      parcel.orderNumber,
      serviceWords(parcel.carrierService),
      dayWords(parcel.despatchedAt),
      formatDayShort(parcel.promisedDate),
      parcel.deliveredAt ? `${parcel.stateTitle} ${dayWords(parcel.deliveredAt)}` : parcel.stateTitle,
      formatCount(parcel.daysLate),
    ]),
  }
}

const dayWords = (at: string) => formatDayShort(dayOf(new Date(at)))
