import { ApiError } from '../server/api-error.ts'

/**
 * Focuses the first field of a form that has an error. Fields have their path in data-path. A container of fields may have one
 * too; an erroneous field in it takes precedence.
 */
export function focusFirstError(form: HTMLElement | null, errors: Readonly<Record<string, unknown>>): void {
  const wrong = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].filter(({ dataset }) =>
    Object.keys(errors).some((path) => path === dataset['path'] || path.startsWith(`${dataset['path']}.`)),
  )
  const field = wrong.find((one) => !wrong.some((other) => other !== one && one.contains(other)))
  const target = field?.matches('input, textarea, select, button')
    ? field
    : field?.querySelector<HTMLElement>('input, textarea, select, button')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the summary of several errors, else the first field with an error. */
export function focusErrors(form: HTMLElement | null, errors: Readonly<Record<string, unknown>>): void {
  const summary = form?.querySelector<HTMLElement>('[data-summary]')
  if (summary) summary.focus()
  else focusFirstError(form, errors)
}

/**
 * Whether the rendered form already shows why its call was refused: each problem at its field, or a version conflict in its
 * panel (`data-conflict`). A notification would only repeat it.
 */
export function isFieldError(form: HTMLElement | null, error: unknown): boolean {
  if (!form || !(error instanceof ApiError)) return false
  if (error.code === 'version_conflict') return form.querySelector('[data-conflict]') !== null
  const shownText = form.textContent
  return error.fields.length > 0 && error.fields.every(({ message }) => shownText.includes(message))
}
