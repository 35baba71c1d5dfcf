import { ApiError } from '../server/api-error.ts'

/**
 * Whether a form says by itself why its call was refused: each problem at its field, or (`data-conflict`) what somebody
 * else changed meanwhile in a panel. Then a notification over it would only say it again. Ask once it has been drawn.
 */
export function isFieldError(form: HTMLElement | null, error: unknown): boolean {
  if (!form || !(error instanceof ApiError)) return false
  if (error.code === 'version_conflict') return form.querySelector('[data-conflict]') !== null
  const said = form.textContent
  return error.fields.length > 0 && error.fields.every(({ message }) => said.includes(message))
}
