import type { Fault } from './fault.ts'
import { bills, billsByReference, corrects, kite, leaves } from './steps.ts'

/** Rows judged as if others had come before or after them. */
export const FAULTS_OF_ORDER: readonly Fault[] = [
  {
    fault: 'N2',
    title: 'A credit of an invoice that was withdrawn settles what is claimed of it, once',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 440 })]),
      { do: 'reject invoice', invoice: 'K1' },
      kite('K2', [corrects('A1/1', { base: -120 })]),
      kite('K3', [corrects('A1/1', { base: -120 })]),
      { do: 'judge again', invoice: 'K2' },
    ],
  },
  {
    fault: 'N3',
    title: 'A credit of an invoice that was withdrawn lowers what was billed, so the reissue may bill that much more',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 420 })]),
      { do: 'reject invoice', invoice: 'K1' },
      kite('K2', [corrects('A1/1', { base: -100 })]),
      kite('K3', [bills('A1/1', { base: 420 })]),
    ],
  },
  {
    fault: 'N4',
    title: 'A reissue that came before the credit of the withdrawn invoice stays judged as if it had come without',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 420 })]),
      { do: 'reject invoice', invoice: 'K1' },
      kite('K3', [bills('A1/1', { base: 320 })]),
      kite('K2', [corrects('A1/1', { base: -100 })]),
    ],
  },
  {
    fault: 'O1',
    title: 'An invoice that is imported late is judged as if it had come last',
    breaks: 'judged',
    steps: [leaves('A1'), kite('K2', [bills('A1/1', { base: 320 })]), kite('K1', [bills('A1/1', { base: 320 })])],
  },
  {
    fault: 'L1',
    title: 'A parcel whose despatch is fed late is judged once it has come',
    breaks: 'judged',
    steps: [kite('K1', [bills('A1/1', { base: 320 })]), leaves('A1')],
  },
  {
    fault: 'P1',
    title: 'A parcel is paid twice where the older invoice is imported after the newer one was accepted',
    breaks: 'paid',
    steps: [
      leaves('A1'),
      kite('K2', [bills('A1/1', { base: 320 })]),
      { do: 'accept invoice', invoice: 'K2' },
      kite('K1', [bills('A1/1', { base: 320 })]),
      { do: 'accept invoice', invoice: 'K1' },
    ],
  },
  {
    fault: 'P2',
    title: 'A row that covers nothing stays so after the invoice that billed its parcel is withdrawn',
    breaks: 'judged',
    steps: [
      leaves('A1'),
      kite('K1', [bills('A1/1', { base: 320 })]),
      kite('K2', [billsByReference('A1/9', { base: 320 })]),
      { do: 'reject invoice', invoice: 'K1' },
    ],
  },
  {
    fault: 'P4',
    title: 'A row beside a decided one stays matched though an earlier invoice that came late bills its parcel',
    breaks: 'judged',
    steps: [
      leaves('A1', { grams: [1000, 1000] }),
      kite('K1', [bills('A1/1', { base: 320 }), bills('A1/2', { base: 240 })], { day: 9 }),
      { do: 'reject row', invoice: 'K1', row: 0 },
      kite('K2', [billsByReference('A1', { base: 560 })], { day: 8 }),
    ],
  },
]
