import { isOfCountries } from '@despatch/domain/text/crown-dependencies'
import { homeEntryProblem, postcodeEntryProblem } from '@despatch/domain/text/postcode-ranges'
import { z } from 'zod'
import { chosenCarrier } from '../routing/rule-book/fields.ts'
import { day, recordId, requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { agreementChanged, agreementRead, agreementRemoved, agreementSet, agreementVersion } from './agreement.ts'
import { ok } from './invoice.ts'

/** A carrier's code for one of its zones: 'HIGH', '2B'. */
export const zoneCode = z
  .string('A code is a text')
  .regex(/^[A-Z\d](?:[A-Z\d ./&+_-]{0,18}[A-Z\d])?$/, 'A code has up to 20 capitals and digits, like HIGH or 2B')

const fields = {
  carrierCode: chosenCarrier,
  code: zoneCode,
  name: requiredText(100, 'Name'),
  /** ISO codes. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'A country is two capitals'))
    .min(1, 'Choose at least one country')
    .max(250),
  /**
   * Postcode areas, districts and ranges of them: 'IV', 'KA27', 'PA20-49'; abroad the beginning of a postcode. Empty
   * for the whole countries.
   */
  postcodes: z.array(requiredText(30, 'Postcode')).max(3000, 'At most 3,000 postcodes').default([]),
  /** By the day of shipment, both included; null is without end. */
  from: day,
  to: day.nullable().default(null),
}
type Fields = { countries: string[]; postcodes: string[]; from: string; to: string | null }

/** Whether a country uses postcodes of the United Kingdom. */
const isHome = (country: string) => isOfCountries(['GB'], { country, postcode: '' }) === true

function checkZone({ countries, postcodes, from, to }: Fields, context: z.core.$RefinementCtx<Fields>) {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (to !== null && to < from) refuse(['to'], 'The end date is before the start date')
  const isOfHome = countries.every(isHome)
  if (postcodes.length > 0 && countries.length > 1 && !isOfHome)
    refuse(['countries'], 'Postcodes are those of one country: make a zone for each country that has some')
  const problemOf = countries.length > 0 && isOfHome ? homeEntryProblem : postcodeEntryProblem
  for (const [index, entry] of postcodes.entries()) {
    const problem = problemOf(entry)
    if (problem !== undefined) refuse(['postcodes', index], problem)
  }
}

export const zone = z.strictObject({ zoneID: recordId, ...fields, ...agreementChanged })
export type Zone = z.infer<typeof zone>

export const zones = routes({
  zones: {
    ...agreementRead,
    path: '/api/invoice/zones',
    summary: 'Which places carriers’ zones cover, from day to day; for internal users',
    answer: z.strictObject({ ...ok, zones: z.array(zone) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveZone: {
    ...agreementSet,
    path: '/api/invoice/zones',
    summary: 'Add what a zone of a carrier covers from day to day, or change the one with this id; for internal users',
    body: z.strictObject({ zoneID: recordId.optional(), ...fields, version: agreementVersion }).superRefine(checkZone),
    errors: ['version_conflict', 'unauthorized_access', 'not_found', 'in_use', 'unprocessable'],
  },
  removeZone: {
    ...agreementRemoved,
    path: '/api/invoice/zones',
    summary: 'Delete what a zone of a carrier covers on some days; for internal users',
    errors: ['not_found', 'in_use', 'unauthorized_access'],
  },
})
