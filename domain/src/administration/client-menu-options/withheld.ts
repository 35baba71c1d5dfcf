import { type LeafPath, menuLeaves } from '../roles/menu.ts'
import { type ClientParam, ENTRY_OF_PARAM } from '../clients/client-params.ts'

/** What narrows the menu entries of a client's users. */
export type ClientRestrictions = {
  /** Entries that the client's contract covers (Client Menu Options); null covers all. */
  readonly covered: readonly string[] | null
  /** Entries that are switched off for the time being (disabled objects), with the reason. */
  readonly disabled: Readonly<Record<string, string>>
  /** Flags of the client that are off. */
  readonly off: readonly ClientParam[]
}

/**
 * Menu entries that users of a client lack, whatever their role grants. domain.md, Access: 'the role's tree, cut by the
 * client's menu options, cut by the disabled objects'. Does not apply to internal users, who also run what clients have
 * not booked.
 */
export function withheldEntries(cut: ClientRestrictions): LeafPath[] {
  const off = cut.off.flatMap((param) => ENTRY_OF_PARAM[param] ?? [])
  return menuLeaves()
    .map(({ leaf }) => leaf)
    .filter(
      (leaf) => (cut.covered && !cut.covered.includes(leaf)) || Object.hasOwn(cut.disabled, leaf) || off.includes(leaf),
    )
}
