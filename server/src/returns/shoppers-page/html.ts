/** Text that is safe to send as HTML; only {@link html} creates it. */
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
 * Builds HTML from a template. Values are escaped for text and quoted attributes; lists are joined; false, null and
 * undefined are left out.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    tight(parts)
      .map((part, place) => part + textOf(values[place]))
      .join(''),
  )
}

const tightened = new WeakMap<TemplateStringsArray, readonly string[]>()

/** The template's parts without the indentation of the source code. */
function tight(parts: TemplateStringsArray): readonly string[] {
  const cached = tightened.get(parts)
  if (cached) return cached
  const tightParts = parts.map((part) => part.replaceAll(/\n\s*/g, '\n'))
  tightened.set(parts, tightParts)
  return tightParts
}

function textOf(value: Value): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(textOf).join('')
  return String(value).replaceAll(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '')
}
