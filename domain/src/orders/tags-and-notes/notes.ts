import type { Visibility } from '../../administration/clients/visibility.ts'

/** Longest tag in characters, and most tags of one order. */
export const MAX_TAG = 40
export const MAX_TAGS = 20
/** In characters. */
export const MAX_NOTE = 4000
/** Maximum orders tagged or assigned at once. */
export const MAX_ORDERS_MARKED = 10_000

/** A user mentioned in a note. */
export type Mention = { readonly name: string; readonly isStaff: boolean }

/** Replaces staff names for users who may not see them. */
const STAFF = 'Despatch operations'

/** A tag in stored form: NFC, single spaces, trimmed. */
export const normaliseTag = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

export const tooLongNote = (length: number): string =>
  `A note is at most ${MAX_NOTE.toLocaleString('en-GB')} characters; this one has ${length.toLocaleString('en-GB')}`

/** Usernames mentioned in a text, each once, as typed. An @ after a letter belongs to an email and mentions nobody. */
export function mentionsIn(text: string): string[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}._-])@([\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)/gu)]
  return [...new Map(found.map(([, name = '']) => [name.toLowerCase(), name])).values()]
}

/** The text of a note for a reader, without staff names if the reader may not see them. */
export function visibleNoteText(
  text: string,
  mentions: readonly Mention[],
  sees: Pick<Visibility, 'staffNames'>,
): string {
  if (sees.staffNames) return text
  const hidden = new Set(mentions.filter(({ isStaff }) => isStaff).map(({ name }) => name.toLowerCase()))
  return text.replaceAll(
    /(?<![\p{L}\p{N}._-])@([\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)/gu,
    (said, name: string) => (hidden.has(name.toLowerCase()) ? `@${STAFF}` : said),
  )
}
