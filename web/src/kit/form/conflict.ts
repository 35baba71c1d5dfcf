/** A field of a version conflict in words. */
export type ShownField = { readonly title: string; readonly text: string }
export type ShownFields = Readonly<Record<string, ShownField>>

export type ConflictField = {
  readonly name: string
  readonly title: string
  readonly mine: string
  readonly theirs: string
  /** Both users have changed it. */
  readonly isBoth: boolean
}

/**
 * The fields that another user has changed meanwhile, and whose values differ from the form's.
 *
 * @param versions `base` is the record as the form began; undefined if the form continues a draft of an older version. Then all
 *   fields that differ are returned
 */
export function conflictsOf(versions: {
  base: ShownFields | undefined
  mine: ShownFields
  theirs: ShownFields
}): ConflictField[] {
  const { base, mine, theirs } = versions
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

/** Message if {@link conflictsOf} finds no fields. */
export function agreementText(base: ShownFields | undefined, theirs: ShownFields): string {
  if (!base) return 'Your values match theirs.'
  const isChanged = Object.keys({ ...base, ...theirs }).some((name) => base[name]?.text !== theirs[name]?.text)
  return isChanged ? 'Their changes match yours.' : 'They changed no fields on this form.'
}

/** The form's values, with the named fields and the version from `theirs`. For forms whose fields are independent. */
export function mergedValues<Values extends { readonly version?: number | undefined }>(
  mine: Values,
  theirs: Values,
  fromTheirs: ReadonlySet<string>,
): Values {
  const taken = Object.entries(theirs).filter(([field]) => fromTheirs.has(field) || field === 'version')
  return { ...mine, ...Object.fromEntries(taken) }
}
