import { type Fault, WITH_FUEL } from './fault.ts'
import * as steps from './steps.ts'

const { bills, billsByReference, billsSalesOrder, billsUnknown, corrects, kite, leaves, royalMail } = steps

/** Rows with a wrong verdict. */
export const FAULTS_OF_ROWS: readonly Fault[] = [
  {
    fault: 'T1',
    title: 'A parcel that never left is matched beside the one that did, by their reference',
    breaks: 'judged',
    steps: [leaves('A1'), kite('K1', [bills('A1/1', { base: 320 }), billsByReference('A1/9', { base: 320 })])],
  },
  {
    fault: 'T2',
    title: 'A parcel that never left is expected to cost something, by the number of its consignment',
    breaks: 'judged',
    steps: [leaves('A1'), kite('K1', [bills('A1/9', { base: 320 })])],
  },
  {
    fault: 'T4',
    title: 'A parcel that never left is matched on a later invoice, by reference',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      kite('K2', [billsByReference('A1/9', { base: 320 })]),
    ],
  },
  {
    fault: 'F1a',
    title: 'A correction is matched as often as it is sent',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 200 })]),
      kite('K2', [corrects('A1/1', { base: 120 })]),
      kite('K3', [corrects('A1/1', { base: 120 })]),
      kite('K4', [corrects('A1/1', { base: 120 })]),
    ],
  },
  {
    fault: 'F1b',
    title: 'After a surcharge alone, the base is matched again with another day of shipment',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { remoteArea: 200 })]),
      kite('K2', [bills('A1/1', { base: 320 })]),
      kite('K3', [bills('A1/1', { base: 320, daysLate: 1 })]),
    ],
  },
  {
    fault: 'F1c',
    title: 'A correction downwards is matched twice, and the bill that puts it right is overcharged',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      kite('K2', [corrects('A1/1', { base: -120 })]),
      kite('K3', [corrects('A1/1', { base: -120 })]),
      kite('K4', [corrects('A1/1', { base: 120 })]),
    ],
  },
  {
    fault: 'F1d',
    title: 'Fuel that was forgotten is matched as often as it is sent',
    breaks: 'judged',
    tables: WITH_FUEL,
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      kite('K2', [corrects('A1/1', { fuel: 32 })]),
      kite('K3', [corrects('A1/1', { fuel: 32 })]),
      kite('K4', [corrects('A1/1', { fuel: 32 })]),
    ],
  },
  {
    fault: 'F1e',
    title: 'A surcharge billed twice is given back twice, both matched',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320, remoteArea: 200 })]),
      kite('K2', [corrects('A1/1', { remoteArea: 200 })]),
      kite('K3', [corrects('A1/1', { remoteArea: -200 })]),
      kite('K4', [corrects('A1/1', { remoteArea: -200 })]),
    ],
  },
  {
    fault: 'F8a',
    title: 'A consignment billed without parcel numbers is matched on any number of invoices',
    breaks: 'judged',
    steps: [
      leaves('A1', { grams: [1000, 1000] }),
      kite('K1', [bills('A1', { base: 560 })]),
      kite('K2', [bills('A1', { base: 560 })]),
    ],
  },
  {
    fault: 'F8b',
    title: 'A consignment without parcel numbers in a layout by parcel is matched twice',
    breaks: 'judged',
    steps: [
      leaves('A1', { grams: [1000, 1000] }),
      kite('K1', [billsByReference('A1', { base: 560 })]),
      kite('K2', [billsByReference('A1', { base: 560 })]),
    ],
  },
  {
    fault: 'F8c',
    title: 'A consignment is billed whole, then its parcels by number',
    breaks: 'judged',
    steps: [
      leaves('A1', { grams: [1000, 1000] }),
      kite('K1', [billsByReference('A1', { base: 560 })]),
      kite('K2', [bills('A1/1', { base: 320 }), bills('A1/2', { base: 240 })]),
    ],
  },
  {
    fault: 'F8c′',
    title: 'A consignment is billed by parcels, then whole',
    breaks: 'judged',
    steps: [
      leaves('A1', { grams: [1000, 1000] }),
      kite('K1', [bills('A1/1', { base: 320 }), bills('A1/2', { base: 240 })]),
      kite('K2', [billsByReference('A1', { base: 560 })]),
    ],
  },
  {
    fault: 'F9',
    title: 'A row without parcel number takes another client’s parcel of the day',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      leaves('R1', { client: 'R' }),
      kite('K1', [bills('A1/1', { base: 320 })]),
      kite('K2', [bills('A1', { base: 360 })]),
    ],
  },
  {
    fault: 'F11',
    title: 'A dearer service of the same carrier that left is expected at the price of the allocated one',
    breaks: 'judged',
    steps: [leaves('A1', { service: 'Kite Dear' }), kite('K1', [bills('A1/1', { base: 440 })])],
  },
  {
    fault: 'F14',
    title: 'A sales order that is billed again takes other parcels of the day',
    breaks: 'judged',
    steps: [
      ...['R1', 'R2', 'R3', 'R4'].map((order) => leaves(order, { service: 'Tracked 24' })),
      royalMail('S1', [billsSalesOrder('SO1', 2, 'R1', 560)]),
      royalMail('S2', [billsSalesOrder('SO1', 2, 'R1', 560)]),
    ],
  },
  {
    fault: 'F16',
    title: 'A parcel that was matched by hand is matched again by its own number',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [billsUnknown({ base: 320 })]),
      { do: 'match row', invoice: 'K1', row: 0, parcel: 'A1/1' },
      kite('K2', [bills('A1/1', { base: 320 })]),
    ],
  },
  {
    fault: 'F18',
    title: 'A correction in another currency is added up as one currency',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 240 })]),
      kite('K2', [corrects('A1/1', { base: 100 })], { currency: 'EUR' }),
    ],
  },
  {
    fault: 'F21b',
    title: 'The reissue of a withdrawn invoice is already billed',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      { do: 'reject invoice', invoice: 'K1' },
      kite('K2', [bills('A1/1', { base: 320 })]),
    ],
  },
  {
    fault: 'F22a',
    title: 'A credit that is no adjustment is already billed',
    breaks: 'judged',
    steps: [leaves('A1'), kite('K1', [bills('A1/1', { base: 440 })]), kite('K2', [bills('A1/1', { base: -120 })])],
  },
  {
    fault: 'F22b',
    title: 'What is billed again after a full credit is already billed',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      kite('K2', [corrects('A1/1', { base: -320 })]),
      kite('K3', [bills('A1/1', { base: 320 })]),
    ],
  },
  {
    fault: 'F22c',
    title: 'After a wrong bill and its full credit the right bill is overcharged',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      kite('K2', [corrects('A1/1', { base: -440 })]),
      kite('K3', [corrects('A1/1', { base: 320 })]),
    ],
  },
  {
    fault: 'F24',
    title: 'Parcels of a consignment on two invoices are each expected at the price of the whole',
    breaks: 'judged',
    steps: [
      leaves('A1', { grams: [1000, 1000] }),
      kite('K1', [bills('A1/1', { base: 320 })]),
      kite('K2', [bills('A1/2', { base: 240 })]),
    ],
  },
  {
    fault: 'N1',
    title: 'A surcharge that is agreed in pounds is expected as so many euros on an invoice in euros',
    breaks: 'judged',
    steps: [leaves('E1'), kite('K1', [bills('E1/1', { base: 400, remoteArea: 200 })], { currency: 'EUR' })],
  },
  {
    fault: 'P3',
    title: 'A charge that nobody agreed is matched in the place of the price, which is billed later',
    breaks: 'judged',
    steps: [leaves('A1'), kite('K1', [bills('A1/1', { handling: 320 })]), kite('K2', [bills('A1/1', { base: 320 })])],
  },
  {
    fault: 'P5',
    title: 'A surcharge alone is expected with the price where another parcel of its consignment is billed beside it',
    breaks: 'judged',
    steps: [
      leaves('A1', { grams: [1000, 1000] }),
      kite('K1', [bills('A1/2', { base: 240 }), bills('A1/1', { remoteArea: 200 })]),
    ],
  },
]
