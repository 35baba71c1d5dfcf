import { invoices } from '@despatch/contract/invoices/invoices'
import type { Zone } from '@despatch/contract/invoices/zones'
import { postcodeEntries } from '@despatch/domain/text/postcode-ranges'
import { z } from 'zod'
import type { ShownFields } from '../../../kit/form/conflict.ts'
import { checkedBy, daysText } from '../agreement-values.ts'
import { operatorToday } from '../../../kit/browser/clock.ts'

/** The form's fields, as typed. */
const fields = z.object({
  zoneID: z.string().optional(),
  carrierCode: z.string(),
  code: z.string(),
  name: z.string(),
  countries: z.array(z.string()),
  postcodes: z.string(),
  from: z.string(),
  to: z.string(),
  version: z.number().optional(),
})
export type ZoneValues = z.input<typeof fields>

export const zoneBody = ({ zoneID, carrierCode, code, name, countries, postcodes, from, to, version }: ZoneValues) => ({
  ...(zoneID && { zoneID }),
  carrierCode: carrierCode.trim(),
  code: code.trim().toUpperCase(),
  name: name.trim(),
  countries,
  postcodes: postcodeEntries(postcodes),
  from,
  to: to === '' ? null : to,
  ...(version !== undefined && { version }),
})
export const zoneFieldOf = (path: string) => path.replace(/\..*/, '')
export const zoneForm = fields.superRefine(checkedBy(invoices.saveZone.body, zoneBody, zoneFieldOf))
export const ZONE_LABELS = {
  carrierCode: 'carrier',
  code: 'code',
  name: 'name',
  countries: 'countries',
  postcodes: 'postcodes',
  from: 'first day',
  to: 'last day',
} as const
export const zoneValues = (of: Zone | undefined): ZoneValues => ({
  ...(of && { zoneID: of.zoneID, version: of.version }),
  carrierCode: of?.carrierCode ?? '',
  code: of?.code ?? '',
  name: of?.name ?? '',
  countries: of?.countries ?? ['GB'],
  postcodes: of?.postcodes.join(', ') ?? '',
  from: of?.from ?? operatorToday(),
  to: of?.to ?? '',
})
export const shownZone = (values: ZoneValues): ShownFields => ({
  carrierCode: { title: 'Carrier', text: values.carrierCode },
  code: { title: 'Code', text: values.code },
  name: { title: 'Name', text: values.name },
  countries: { title: 'Countries', text: values.countries.join(', ') },
  postcodes: { title: 'Postcodes', text: values.postcodes },
  days: { title: 'Days', text: daysText(values) },
})

/** 'HIGH Scottish Highlands'. */
export const zoneText = ({ code, name }: Pick<Zone, 'code' | 'name'>) => `${code} ${name}`

/** The first entries of a list for a table cell: 'IV, KA27-28 and 12 more'. */
export function someOf(entries: readonly string[], most = 12): string {
  if (entries.length <= most) return entries.join(', ')
  return `${entries.slice(0, most).join(', ')} and ${entries.length - most} more`
}

/** The zones of a carrier as choices, each once, by its latest name. */
export function zoneChoices(zones: readonly Zone[], carrierCode: string): { value: string; label: string }[] {
  const byCode = new Map(zones.filter((one) => one.carrierCode === carrierCode).map((one) => [one.code, one]))
  return [...byCode.values()].map((one) => ({ value: one.code, label: zoneText(one) }))
}
