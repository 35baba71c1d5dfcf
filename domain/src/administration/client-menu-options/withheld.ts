import { type LeafPath, menuLeaves } from '../roles/menu.ts'
import { type ClientParam, ENTRY_OF_PARAM } from '../clients/client-params.ts'

/** What narrows the entries that a client's users may have. */
export type ClientCut = {
  /** The entries that the client's contract covers (Client Menu Options); null covers all of them. */
  readonly covered: readonly string[] | null
  /** Entries that are switched off for the time being (disabled objects), each with the reason. */
  readonly disabled: Readonly<Record<string, string>>
  /** The client's flags that are off. */
  readonly off: readonly ClientParam[]
}

/**
 * The entries that users of a client do not have, whatever their role grants. domain.md, Access: 'the role's tree, cut by
 * the client's menu options, cut by the disabled objects'. Internal users are not cut: they run what clients have not booked.
 */
export function withheldEntries(cut: ClientCut): LeafPath[] {
  const off = cut.off.flatMap((param) => ENTRY_OF_PARAM[param] ?? [])
  return menuLeaves()
    .map(({ leaf }) => leaf)
    .filter(
      (leaf) => (cut.covered && !cut.covered.includes(leaf)) || Object.hasOwn(cut.disabled, leaf) || off.includes(leaf),
    )
}
