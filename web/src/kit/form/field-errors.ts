import { ApiError } from '../server/api-error.ts'

/**
 * Puts the focus into the first field of a form, from the top, that has an error. Fields carry their path as data-path, and
 * so may what holds several: where one of them is wrong it is that one.
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

/**
 * Whether a form says by itself why its call was refused: each problem at its field, or (`data-conflict`) what someone
 * else changed meanwhile in a panel. Then a notification over it would only say it again. Ask once it has been drawn.
 */
export function isFieldError(form: HTMLElement | null, error: unknown): boolean {
  if (!form || !(error instanceof ApiError)) return false
  if (error.code === 'version_conflict') return form.querySelector('[data-conflict]') !== null
  const shownText = form.textContent
  return error.fields.length > 0 && error.fields.every(({ message }) => shownText.includes(message))
}
