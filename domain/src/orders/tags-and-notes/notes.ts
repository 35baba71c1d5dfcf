import type { Visibility } from '../../administration/clients/visibility.ts'

/** The longest tag, and the most of one order, in characters and tags. */
export const MAX_TAG = 40
export const MAX_TAGS = 20
/** The longest note, in characters. */
export const MAX_NOTE = 4000
/** As many orders are tagged or assigned at once. */
export const MAX_MARKED = 10_000

/** Someone who is mentioned in a note. */
export type Mention = { readonly name: string; readonly isStaff: boolean }

/** What a name of the operator's staff reads for those who do not see it. */
const STAFF = 'Despatch operations'

/** A tag as it is kept: one writing of each character, single spaces, none at its ends. */
export const normalTag = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

/** Why a note is too long, in words, with how long it is. */
export const tooLongNote = (length: number): string =>
  `A note is at most ${MAX_NOTE.toLocaleString('en-GB')} characters; this one has ${length.toLocaleString('en-GB')}`

/** The usernames that a text mentions, each once, as typed: what follows an @ that ends no word, as that of an email does. */
export function mentionsIn(text: string): string[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}._-])@([\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)/gu)]
  return [...new Map(found.map(([, name = '']) => [name.toLowerCase(), name])).values()]
}

/** A note as it is read: to those who do not see names of staff, without them. */
export function noteSeen(text: string, mentions: readonly Mention[], sees: Pick<Visibility, 'staffNames'>): string {
  if (sees.staffNames) return text
  const hidden = new Set(mentions.filter(({ isStaff }) => isStaff).map(({ name }) => name.toLowerCase()))
  return text.replaceAll(
    /(?<![\p{L}\p{N}._-])@([\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)/gu,
    (said, name: string) => (hidden.has(name.toLowerCase()) ? `@${STAFF}` : said),
  )
}
