/** Text that is safe to send as HTML: only {@link html} makes it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | false | null | undefined | readonly Value[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/**
 * HTML of a template. Every value is escaped, for texts and for quoted attributes alike; lists are joined, and false, null
 * and undefined are nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    tight(parts)
      .map((part, place) => part + textOf(values[place]))
      .join(''),
  )
}

const tightened = new WeakMap<TemplateStringsArray, readonly string[]>()

/** The parts of a template without the blanks that lay it out in the code. */
function tight(parts: TemplateStringsArray): readonly string[] {
  const present = tightened.get(parts)
  if (present) return present
  const made = parts.map((part) => part.replaceAll(/\n\s*/g, '\n'))
  tightened.set(parts, made)
  return made
}

function textOf(value: Value): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(textOf).join('')
  return String(value).replaceAll(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '')
}
