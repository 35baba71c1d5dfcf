import { expect, test } from 'vitest'
import { idFor } from './method-values.ts'

test.each([
  ['DPD', 'Next Day', [], 'DPD-NEXT-DAY'],
  ['DPD', 'DPD Next Day', [], 'DPD-NEXT-DAY'],
  ['DPD', 'Next Day', ['dpd-next-day', 'DPD-NEXT-DAY-2'], 'DPD-NEXT-DAY-3'],
  ['RM', 'Tracked 48® (Signé)', [], 'RM-TRACKED-48-SIGNE'],
  ['', '', [], ''],
])('%s %s beside %j is %s', (carrier, service, taken, id) => expect(idFor(carrier, service, taken)).toBe(id))
