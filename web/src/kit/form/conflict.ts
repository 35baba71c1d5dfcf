/** A field as it is shown where two have changed a record: its name for people, and its value in words. */
export type ShownField = { readonly title: string; readonly text: string }
export type ShownFields = Readonly<Record<string, ShownField>>

export type ConflictField = {
  readonly name: string
  readonly title: string
  readonly mine: string
  readonly theirs: string
  /** Both have changed it. */
  readonly isBoth: boolean
}

/**
 * The fields that someone else has changed meanwhile and that are not as one's own now. `base` is the record as the form
 * began; undefined where that is not known, because the form goes on with a draft of an older version: then all that differs.
 */
export function conflictsOf(given: {
  base: ShownFields | undefined
  mine: ShownFields
  theirs: ShownFields
}): ConflictField[] {
  const { base, mine, theirs } = given
  const textOf = (fields: ShownFields | undefined, name: string) => fields?.[name]?.text ?? ''
  return Object.keys({ ...mine, ...theirs }).flatMap((name): ConflictField[] => {
    const isTheirs = !base || textOf(theirs, name) !== textOf(base, name)
    if (!isTheirs || textOf(mine, name) === textOf(theirs, name)) return []
    return [
      {
        name,
        title: theirs[name]?.title ?? mine[name]?.title ?? name,
        mine: textOf(mine, name),
        theirs: textOf(theirs, name),
        isBoth: !base || textOf(mine, name) !== textOf(base, name),
      },
    ]
  })
}

/** What is said where {@link conflictsOf} finds nothing to choose between. */
export function agreementText(base: ShownFields | undefined, theirs: ShownFields): string {
  if (!base) return 'The fields here are the same as theirs.'
  const isChanged = Object.keys({ ...base, ...theirs }).some((name) => base[name]?.text !== theirs[name]?.text)
  return isChanged ? 'Their changes are the same as yours.' : 'They changed none of the fields here.'
}

/** One's own values with the other's in the fields named, and the other's version: what goes on where fields stand alone. */
export function mergedValues<Values extends { readonly version?: number | undefined }>(
  mine: Values,
  theirs: Values,
  fromTheirs: ReadonlySet<string>,
): Values {
  const taken = Object.entries(theirs).filter(([field]) => fromTheirs.has(field) || field === 'version')
  return { ...mine, ...Object.fromEntries(taken) }
}
