import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { countConditions } from '@despatch/domain/routing/terms/conditions'
import { postcodeEntryProblem } from '@despatch/domain/text/postcode-ranges'
import { z } from 'zod'
import { centimetres, chosenCarrier, cost, cubicMetres, kilograms } from '../routing/rule-book/fields.ts'
import { clientCode, day, recordId, requiredText, text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import {
  agreementChanged as changed,
  agreementRead as toRead,
  agreementRemoved as removes,
  agreementSet as saves,
  agreementVersion as version,
} from './agreement.ts'
import { ok } from './invoice.ts'
import { zoneCode } from './zones.ts'

/** Empty for all clients, or those without their own. */
const clientOrAll = clientCode.or(z.literal('')).default('')

/** A percentage of at most 1,000%, with four decimals: '12.5'. */
const percent = z
  .string('A percentage is a text like 12.5')
  .regex(/^\d{1,4}(?:\.\d{1,4})?$/, 'A percentage looks like 12.5, without a sign')
  .refine((value) => Number(value) <= 1000, 'A percentage is at most 1,000')

/** The allowed difference: both limits apply; null means no limit. */
const allowance = z.strictObject({ money: cost('Money').nullable(), percent: percent.nullable() })

const toleranceFields = {
  carrierCode: chosenCarrier,
  clientCode: clientOrAll,
  row: allowance,
  charge: allowance,
  /** The limit for the sum of an invoice's differences within tolerance; null is no limit. */
  invoice: cost('The most of an invoice').nullable(),
}
export const tolerance = z.strictObject({ toleranceID: recordId, ...toleranceFields, ...changed })
export type Tolerance = z.infer<typeof tolerance>

export const CHARGE_UNITS = ['parcel', 'detail', 'invoice', 'week', 'collection'] as const

/** The amount of an agreed charge: a percentage of some categories, an amount of money, or a minimum. */
const agreedAmount = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('percent'),
    percent,
    of: z.array(z.enum(CHARGE_CATEGORIES)).min(1, 'Choose of what'),
    per: z.enum(['detail', 'invoice']).default('detail'),
  }),
  z.strictObject({ kind: z.literal('money'), money: cost('Money'), per: z.enum(CHARGE_UNITS) }),
  z.strictObject({ kind: z.literal('minimum'), money: cost('Money'), per: z.enum(['invoice', 'week']) }),
])

/** Above one number, up to and including the other; null does not limit. */
const range = (figure: z.ZodType<number, number>) =>
  z
    .strictObject({ above: figure.nullable(), upTo: figure.nullable() })
    .refine(({ above, upTo }) => above !== null || upTo !== null, {
      path: ['above'],
      message: 'Say above or up to what',
    })
    .refine(({ above, upTo }) => above === null || upTo === null || above < upTo, {
      path: ['upTo'],
      message: 'Up to is more than above',
    })
    .nullable()
    .default(null)

/** A postcode area, a district or a range of them: 'IV', 'KA27', 'PA20-49'; abroad the beginning of a postcode. */
const postcodes = requiredText(30, 'Postcode').superRefine((entry, context) => {
  const message = postcodeEntryProblem(entry)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** Which parcels it applies to: all conditions must hold; an empty or null one always holds. */
const conditions = z.strictObject({
  /** ISO codes. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'A country is two capitals'))
    .max(250)
    .default([]),
  postcodes: z.array(postcodes).max(500, 'At most 500 postcodes').default([]),
  /** Codes of the carrier's zones: one is enough. */
  zones: z.array(zoneCode).max(50, 'At most 50 zones').default([]),
  /** Carrier services, by their names in rule books. */
  services: z.array(requiredText(100, 'Service')).max(50).default([]),
  /** Of the day of shipment; 0 is Monday. */
  weekdays: z.array(z.int().min(0).max(6)).max(7).default([]),
  /** For a parcel: kg, cm of its longest side, m³. */
  weight: range(kilograms('Weight')),
  length: range(centimetres('Longest side')),
  volume: range(cubicMetres('Volume')),
})
export const NO_CONDITIONS: z.infer<typeof conditions> = {
  countries: [],
  postcodes: [],
  zones: [],
  services: [],
  weekdays: [],
  weight: null,
  length: null,
  volume: null,
}

const agreedFields = {
  carrierCode: chosenCarrier,
  clientCode: clientOrAll,
  /**
   * The carrier's code, or its text if it states none; empty for every charge of the category without another
   * agreement.
   */
  chargeCode: text(60, 'Charge code').default(''),
  category: z.enum(CHARGE_CATEGORIES, 'Choose what it is for'),
  chargeText: requiredText(100, 'Description'),
  amount: agreedAmount,
  conditions: conditions.default(NO_CONDITIONS),
  /** 'always' is expected even if it is not billed. */
  when: z.enum(['always', 'if billed']).default('if billed'),
  least: cost('Least').nullable().default(null),
  most: cost('Most').nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'A currency is three capitals, like GBP')
    .default('GBP'),
  /** By the day of shipment, both included; null is without end. */
  from: day,
  to: day.nullable().default(null),
}
const inOrder = ({ from, to }: { from: string; to: string | null }) => to === null || from <= to
const rightWay = { path: ['to'], message: 'The end date is before the start date' }
/** Charges per invoice, week or collection have no place, weight or service. */
const isOfParcels = ({ amount, conditions: of }: { amount: { per: string }; conditions: typeof NO_CONDITIONS }) =>
  countConditions(of) === 0 || amount.per === 'parcel' || amount.per === 'detail'
const ofParcelsAlone = {
  path: ['conditions'],
  message: 'Only a charge of parcels or consignments has conditions: choose one of these, or take the conditions away',
}

export const agreedCharge = z.strictObject({ agreedID: recordId, ...agreedFields, ...changed })
export type AgreedCharge = z.infer<typeof agreedCharge>

const divisorFields = {
  carrierCode: chosenCarrier,
  clientCode: clientOrAll,
  /** Cubic centimetres that count as a kilogram. */
  divisor: z.int('A divisor is a whole number').min(1000, 'A divisor is at least 1,000').max(20_000, 'At most 20,000'),
  from: day,
  to: day.nullable().default(null),
}
export const agreedDivisor = z.strictObject({ divisorID: recordId, ...divisorFields, ...changed })
export type AgreedDivisor = z.infer<typeof agreedDivisor>

const currency = z.string().regex(/^[A-Z]{3}$/, 'A currency is three capitals, like GBP')
const rateFields = {
  from: currency,
  to: currency,
  /** The value of one unit of `from` in `to`. */
  rate: z
    .string('A rate is a text like 0.8612')
    .regex(/^\d{1,6}(?:\.\d{1,6})?$/, 'A rate looks like 0.8612')
    .refine((value) => Number(value) > 0, 'A rate is more than nothing'),
  /** The first invoice day that it applies to, until the next rate. */
  day,
}
export const currencyRate = z.strictObject({ rateID: recordId, ...rateFields, ...changed })
export type CurrencyRate = z.infer<typeof currencyRate>

const serviceNameFields = {
  carrierCode: chosenCarrier,
  /** The name on the carrier's invoices. */
  name: requiredText(100, 'Name on invoices'),
  /** The carrier service's name in rule books. */
  carrierService: requiredText(100, 'Service'),
}
export const serviceName = z.strictObject({ serviceNameID: recordId, ...serviceNameFields, ...changed })
export type ServiceName = z.infer<typeof serviceName>

export const settings = routes({
  tolerances: {
    ...toRead,
    path: '/api/invoice/tolerances',
    summary: 'How far what is billed may be off, by carrier, and by client of a carrier; for internal users',
    answer: z.strictObject({ ...ok, tolerances: z.array(tolerance) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveTolerance: {
    ...saves,
    path: '/api/invoice/tolerances',
    summary:
      'Set the tolerance of a carrier, or of a client of a carrier, for invoices judged from now on; internal users',
    body: z.strictObject({ ...toleranceFields, version }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeTolerance: {
    ...removes,
    path: '/api/invoice/tolerances',
    summary: 'Delete a tolerance: a difference of nothing alone is then within it; for internal users',
  },
  agreed: {
    ...toRead,
    path: '/api/invoice/agreed',
    summary: 'What carriers may bill beside the price, and their volumetric divisors; for internal users',
    answer: z.strictObject({ ...ok, agreed: z.array(agreedCharge), divisors: z.array(agreedDivisor) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveAgreed: {
    ...saves,
    path: '/api/invoice/agreed',
    summary: 'Add an agreed charge, or change the one with this id; for internal users',
    body: z
      .strictObject({ agreedID: recordId.optional(), ...agreedFields, version })
      .refine(inOrder, rightWay)
      .refine(isOfParcels, ofParcelsAlone),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeAgreed: {
    ...removes,
    path: '/api/invoice/agreed',
    summary: 'Delete an agreed charge; what was judged by it stays as it is. For internal users',
  },
  saveDivisor: {
    ...saves,
    path: '/api/invoice/divisors',
    summary: 'Add an agreed volumetric divisor, or change the one with this id; for internal users',
    body: z.strictObject({ divisorID: recordId.optional(), ...divisorFields, version }).refine(inOrder, rightWay),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeDivisor: {
    ...removes,
    path: '/api/invoice/divisors',
    summary: 'Delete an agreed volumetric divisor; for internal users',
  },
  rates: {
    ...toRead,
    path: '/api/invoice/rates',
    summary: 'Rates of exchange for invoices, and the names by which carriers bill their services; for internal users',
    answer: z.strictObject({ ...ok, rates: z.array(currencyRate), serviceNames: z.array(serviceName) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveRate: {
    ...saves,
    path: '/api/invoice/rates',
    summary:
      'Add or change a rate of exchange, for invoices judged from now on and rows that wait for it; internal users',
    body: z
      .strictObject({ rateID: recordId.optional(), ...rateFields, version })
      .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Choose two different currencies' }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeRate: {
    ...removes,
    path: '/api/invoice/rates',
    summary: 'Delete a rate of exchange; for internal users',
  },
  saveServiceName: {
    ...saves,
    path: '/api/invoice/service-names',
    summary: 'Add or change a name by which a carrier bills one of its services; for internal users',
    body: z.strictObject({ serviceNameID: recordId.optional(), ...serviceNameFields, version }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeServiceName: {
    ...removes,
    path: '/api/invoice/service-names',
    summary: 'Delete a name of a service; for internal users',
  },
})
