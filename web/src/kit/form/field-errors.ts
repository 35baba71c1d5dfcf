import { ApiError } from '../server/api-error.ts'

type Errors = Readonly<Record<string, unknown>>

/**
 * The first field of a form that has an error, if the form shows one. Fields have their path in data-path. A container of
 * fields may have one too; an erroneous field in it takes precedence.
 */
export function firstWithError(form: HTMLElement | null, errors: Errors): HTMLElement | null | undefined {
  const wrong = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].filter(({ dataset }) =>
    Object.keys(errors).some((path) => path === dataset['path'] || path.startsWith(`${dataset['path']}.`)),
  )
  const field = wrong.find((one) => !wrong.some((other) => other !== one && one.contains(other)))
  return field?.matches('input, textarea, select, button')
    ? field
    : field?.querySelector<HTMLElement>('input, textarea, select, button')
}

/** Focuses the first field of a form that has an error. */
export function focusFirstError(form: HTMLElement | null, errors: Errors): void {
  const target = firstWithError(form, errors)
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the summary of several errors; for a single one its field, so that it can be corrected at once. */
export function focusErrors(form: HTMLElement | null, errors: Errors): void {
  const summary = form?.querySelector<HTMLElement>('[data-summary="several"]')
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
  // The summary lists problems whether or not a field shows them.
  const summary = form.querySelector('[data-summary]')
  const shownText = form.textContent.replace(summary?.textContent ?? '', '')
  return error.fields.length > 0 && error.fields.every(({ message }) => shownText.includes(message))
}
