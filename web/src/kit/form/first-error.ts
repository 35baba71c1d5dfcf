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
