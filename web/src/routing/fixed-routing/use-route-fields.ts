import type { RouteField, RouteValues } from './route-values.ts'

type Form = {
  useWatchValue<Field extends RouteField>(field: Field): RouteValues[Field]
  setFieldValue(field: string, value: unknown): void
  clearFieldError(field: string): void
}

/** Reads and changes a form's route fields, clearing errors of changed fields. */
export function useRouteFields(form: Form) {
  const values: RouteValues = {
    carrier: form.useWatchValue('carrier'),
    method: form.useWatchValue('method'),
    regionList: form.useWatchValue('regionList'),
    startDate: form.useWatchValue('startDate'),
    endDate: form.useWatchValue('endDate'),
  }
  const change = (part: Readonly<Record<string, unknown>>) => {
    for (const [field, value] of Object.entries(part)) {
      form.setFieldValue(field, value)
      form.clearFieldError(field)
    }
  }
  return { values, change }
}
