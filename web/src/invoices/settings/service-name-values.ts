import { invoices } from '@despatch/contract/invoices/invoices'
import type { ServiceName } from '@despatch/contract/invoices/settings'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { checkedBy } from './agreement-values.ts'

/** The form's fields, as typed. */
const fields = z.object({
  serviceNameID: z.string().optional(),
  carrierCode: z.string(),
  name: z.string(),
  carrierService: z.string(),
  version: z.number().optional(),
})
export type ServiceNameValues = z.input<typeof fields>

export const serviceNameBody = ({ serviceNameID, carrierCode, name, carrierService, version }: ServiceNameValues) => ({
  ...(serviceNameID && { serviceNameID }),
  carrierCode: carrierCode.trim(),
  name: name.trim(),
  carrierService: carrierService.trim(),
  ...(version !== undefined && { version }),
})
export const serviceNameForm = fields.superRefine(
  checkedBy(invoices.saveServiceName.body, serviceNameBody, (path) => path),
)
export const SERVICE_NAME_LABELS = {
  carrierCode: 'carrier',
  name: 'name on invoices',
  carrierService: 'service',
} as const
export const serviceNameValues = (of: ServiceName | undefined): ServiceNameValues => ({
  ...(of && { serviceNameID: of.serviceNameID, version: of.version }),
  carrierCode: of?.carrierCode ?? '',
  name: of?.name ?? '',
  carrierService: of?.carrierService ?? '',
})
export const shownServiceName = ({ carrierCode, name, carrierService }: ServiceNameValues): ShownFields => ({
  carrierCode: { title: 'Carrier', text: carrierCode },
  name: { title: 'Name on invoices', text: name },
  carrierService: { title: 'Service', text: carrierService },
})
