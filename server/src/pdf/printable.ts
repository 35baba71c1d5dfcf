import type { Faces } from './faces.ts'
import type { Weight } from './font-files.ts'
import { lettersOf, seenOf } from './letters.ts'
import type { WholeForm } from './printed-form.ts'

/** What everybody's alphabet begins with is there, and needs no look. */
const PLAIN = /^[ -~]*$/

/** The one emoji that the font has not, and the one that Unicode's charts show in its place. */
const FAMILY = { bare: '\u{1f46a}', ofMembers: '\u{1f468}\u200d\u{1f469}\u200d\u{1f466}' }

/**
 * The form in characters that its faces have, which are fetched for it: '?' stands for each that no font of ours has, and a
 * note says how many there were, so that a form never shows an empty box without a word. An emoji that no font has whole is
 * what it is composed of. Control characters are spaces.
 */
export async function printable(form: WholeForm, faces: Faces): Promise<WholeForm> {
  const written = changed(form, (text, weight) => {
    const composed = text
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
      .replaceAll(FAMILY.bare, FAMILY.ofMembers)
    faces.want(composed, weight)
    return composed
  })
  await faces.open()
  let lost = 0
  const instead = (weight: Weight) => (part: string) => {
    if (faces.of(part, weight)) return part
    lost += 1
    return '?'
  }
  const cleaned = changed(written, (text, weight) =>
    Array.from(lettersOf(text), (letter) =>
      faces.of(letter, weight) ? letter : seenOf(letter).map(instead(weight)).join(''),
    ).join(''),
  )
  if (lost === 0) return cleaned
  const told = `${lost === 1 ? 'One character' : `${lost.toLocaleString('en-GB')} characters`} of no printable alphabet: '?' stands instead.`
  return { ...cleaned, notes: [...cleaned.notes, told] }
}

/** The form with each text changed that is not plain; the rows, which are many, in their place. */
function changed(form: WholeForm, change: (text: string, weight: Weight) => string): WholeForm {
  const regular = (text: string) => (PLAIN.test(text) ? text : change(text, 'regular'))
  const bold = (text: string) => (PLAIN.test(text) ? text : change(text, 'bold'))
  for (const { rows } of form.sections)
    for (const [index, cells] of rows.entries())
      if (!cells.every((text) => PLAIN.test(text))) rows[index] = cells.map(regular)
  return {
    title: bold(form.title),
    facts: form.facts.map(({ name, text }) => ({ name: regular(name), text: regular(text) })),
    sections: form.sections.map(({ heading, columns, rows }) => ({
      heading: bold(heading),
      columns: columns.map((column) => ({ ...column, title: bold(column.title) })),
      rows,
    })),
    notes: form.notes.map(regular),
    printed: regular(form.printed),
  }
}
