import { expect, test } from 'vitest'
import { BLANK_METHOD, idFor, type NewMethodValues, withSuggestions } from './method-values.ts'

test.each([
  ['DPD', 'Next Day', [], 'DPD-NEXT-DAY'],
  ['DPD', 'DPD Next Day', [], 'DPD-NEXT-DAY'],
  ['DPD', 'Next Day', ['dpd-next-day', 'DPD-NEXT-DAY-2'], 'DPD-NEXT-DAY-3'],
  ['RM', 'Tracked 48® (Signé)', [], 'RM-TRACKED-48-SIGNE'],
  ['', '', [], ''],
])('%s %s beside %j is %s', (carrier, service, taken, id) => expect(idFor(carrier, service, taken)).toBe(id))

const KNOWN = [{ carrier: 'DPD', carrierName: 'DPD UK', clientMethodID: 'DPD-2-DAY' }]
const dpd = { carrier: 'DPD', carrierName: 'DPD UK', clientMethodID: 'DPD' }

test.each<[what: string, before: Partial<NewMethodValues>, part: Partial<NewMethodValues>, now: object]>([
  ['a known carrier brings its name', {}, { carrier: 'DPD' }, dpd],
  ['which another one has not', dpd, { carrier: 'DP' }, { carrier: 'DP', carrierName: '', clientMethodID: 'DP' }],
  ['nor is a name that was typed lost', { carrierName: 'Evri' }, { carrier: 'E' }, { carrierName: 'Evri' }],
  ['the id follows the service', dpd, { carrierService: '2 Day' }, { clientMethodID: 'DPD-2-DAY-2' }],
  ['and stays as someone typed it', { ...dpd, clientMethodID: 'OURS' }, { carrierService: '2 Day' }, {}],
  ['an id that is emptied follows again', { ...dpd, clientMethodID: '' }, { carrier: 'DPD' }, dpd],
])('%s', (_what, before, part, now) => {
  const changed = withSuggestions({ ...BLANK_METHOD, ...before }, part, KNOWN)
  expect(changed).toEqual({ ...changed, ...part, ...now })
  if (before.clientMethodID === 'OURS') expect(changed).not.toHaveProperty('clientMethodID')
})
