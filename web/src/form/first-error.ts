/** Puts the focus into the first field of a form, from the top, that has an error. Fields carry their path as data-path. */
export function focusFirstError(form: HTMLElement | null, errors: Readonly<Record<string, unknown>>): void {
  for (const field of form?.querySelectorAll<HTMLElement>('[data-path]') ?? []) {
    const path = field.dataset['path'] ?? ''
    const isWrong = Object.keys(errors).some((wrong) => wrong === path || wrong.startsWith(`${path}.`))
    if (!isWrong) continue
    const target = field.matches('input, textarea, select, button')
      ? field
      : field.querySelector<HTMLElement>('input, textarea, select, button')
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
    return
  }
}
