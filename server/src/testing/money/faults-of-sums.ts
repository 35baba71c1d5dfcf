import { type Fault, WITH_FUEL, WITH_TOLERANCE } from './fault.ts'
import type { Step } from './history.ts'
import * as steps from './steps.ts'

const { bills, billsByReference, billsFee, billsReturn, corrects, kite, leaves, osprey } = steps

const accept = (invoice: string): Step => ({ do: 'accept invoice', invoice })
const post: Step = { do: 'post' }

/** Wrong sums: statements, accruals, payable amounts, and what can be accepted. */
export const FAULTS_OF_SUMS: readonly Fault[] = [
  {
    fault: 'F2a',
    title: 'The right part of a disputed row is on no statement',
    breaks: 'statement',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      { do: 'reject row', invoice: 'K1', row: 0 },
      accept('K1'),
      post,
    ],
  },
  {
    fault: 'F2b',
    title: 'A row whose dispute was refused is cost, and on no statement',
    breaks: 'statement',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      { do: 'reject row', invoice: 'K1', row: 0 },
      { do: 'refuse disputes', invoice: 'K1' },
      accept('K1'),
      post,
    ],
  },
  {
    fault: 'F3',
    title: 'The accrual of a client in euros is reversed in pounds without conversion',
    breaks: 'reversed',
    steps: [leaves('E1'), kite('K1', [bills('E1/1', { base: 320 })]), accept('K1'), post],
  },
  {
    fault: 'F4',
    title: 'The accrual is reversed by a surcharge alone, and again by the base',
    breaks: 'reversed',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { remoteArea: 200 })]),
      { do: 'accept row', invoice: 'K1', row: 0 },
      accept('K1'),
      post,
    ],
  },
  {
    fault: 'F5a',
    title: 'The accrual of a parcel disappears when only its return is billed',
    breaks: 'accrued',
    steps: [leaves('A1'), kite('K1', [billsReturn('A1/1', { base: 200 })])],
  },
  {
    fault: 'F5b',
    title: 'The accrual of a parcel disappears when only a credit comes',
    breaks: 'accrued',
    steps: [leaves('A1'), kite('K1', [corrects('A1/1', { base: -100 })])],
  },
  {
    fault: 'F5c',
    title: 'The accrual of a parcel disappears when its only bill is claimed back in whole',
    breaks: 'accrued',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      { do: 'reject row', invoice: 'K1', row: 0, claim: 320 },
    ],
  },
  {
    fault: 'F5d',
    title: 'The accrual of a parcel is not reversed when the claim of its only bill is refused after it was posted',
    breaks: 'reversed',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      { do: 'reject row', invoice: 'K1', row: 0, claim: 320 },
      accept('K1'),
      post,
      { do: 'refuse disputes', invoice: 'K1' },
      post,
    ],
  },
  {
    fault: 'F5e',
    title:
      'The accrual of a parcel stays though an adjustment billed its base and the bill of its base is claimed back',
    breaks: 'accrued',
    tables: WITH_FUEL,
    steps: [
      leaves('A1'),
      kite('K1', [corrects('A1/1', { base: 320 })]),
      kite('K2', [bills('A1/1', { base: 320, fuel: 32 })]),
      { do: 'reject row', invoice: 'K2', row: 0 },
    ],
  },
  {
    fault: 'F6',
    title: 'The accrual of a consignment that is billed as one row is never reversed',
    breaks: 'reversed',
    steps: [
      leaves('A1', { service: 'Osprey Freight', grams: [1000, 1000] }),
      osprey('O1', [billsByReference('A1', { base: 800 })]),
      accept('O1'),
      post,
    ],
  },
  {
    fault: 'F7a',
    title: 'Parcels beyond those planned are accrued at the price of the first',
    breaks: 'accrued',
    steps: [leaves('A1', { grams: [1000, 1000, 1000] }), leaves('A2'), kite('K1', [bills('A2/1', { base: 320 })])],
  },
  {
    fault: 'F7b',
    title: 'Fuel that is always billed is not accrued',
    breaks: 'accrued',
    tables: WITH_FUEL,
    steps: [leaves('A1'), leaves('A2'), kite('K1', [bills('A2/1', { base: 320, fuel: 32 })])],
  },
  {
    fault: 'F10',
    title: 'Pieces stay accrued after their shipment was billed by one of them',
    breaks: 'accrued',
    steps: [
      leaves('A1', { service: 'Osprey Freight', grams: [1000, 1000] }),
      osprey('O1', [bills('A1', { base: 800 })]),
    ],
  },
  {
    fault: 'F12',
    title: 'The pre-flight says that rows can be accepted that accepting refuses',
    breaks: 'refused',
    tables: WITH_TOLERANCE,
    steps: [
      ...['A1', 'A2'].map((order) => leaves(order)),
      kite('K1', [bills('A1/1', { base: 328 }), bills('A2/1', { base: 328 })]),
      { do: 'accept matched', invoice: 'K1' },
    ],
  },
  {
    fault: 'F15',
    title: 'The tax on what names no parcel is lost',
    breaks: 'payable',
    steps: [leaves('A1'), kite('K1', [bills('A1/1', { base: 320, tax: 64 }), billsFee({ handling: 100, tax: 20 })])],
  },
  {
    fault: 'F21a',
    title: 'A withdrawn invoice stays payable',
    breaks: 'payable',
    steps: [leaves('A1'), kite('K1', [bills('A1/1', { base: 320 })]), { do: 'reject invoice', invoice: 'K1' }],
  },
  {
    fault: 'F21c',
    title: 'A right row that was rejected is paid, and on no statement',
    breaks: 'statement',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      { do: 'reject row', invoice: 'K1', row: 0 },
      accept('K1'),
      post,
    ],
  },
  {
    fault: 'C1',
    title: 'A credit under another name than what is claimed settles nothing',
    breaks: 'claims',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      { do: 'reject row', invoice: 'K1', row: 0 },
      kite('K2', [corrects('A1/1', { handling: -120 })]),
    ],
  },
  {
    fault: 'C2',
    title: 'A credit in another currency than what is claimed settles nothing',
    breaks: 'claims',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      { do: 'reject row', invoice: 'K1', row: 0 },
      kite('K2', [corrects('A1/1', { base: -150 })], { currency: 'EUR' }),
    ],
  },
  {
    fault: 'F21d',
    title: 'A credit for a withdrawn invoice credits disputes that were never debited',
    breaks: 'disputed',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      { do: 'reject invoice', invoice: 'K1' },
      kite('K2', [corrects('A1/1', { base: -120 })]),
      { do: 'accept invoice', invoice: 'K2' },
      post,
    ],
  },
  {
    fault: 'P4',
    title: 'A parcel that is billed again after its credit was accepted by name counts as paid twice',
    breaks: 'paid',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      { do: 'reject row', invoice: 'K1', row: 0 },
      kite('K2', [corrects('A1/1', { base: -440 })]),
      { do: 'accept row', invoice: 'K2', row: 0 },
      kite('K3', [corrects('A1/1', { base: 320 })]),
      { do: 'accept invoice', invoice: 'K3' },
    ],
  },
]
