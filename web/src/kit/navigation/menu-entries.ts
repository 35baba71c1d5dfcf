import { type LeafPath, type MenuNode } from '@despatch/domain/administration/roles/menu'
import { hasRight } from '../session/rights.ts'
import type { Session } from '../session/session-store.ts'
import { isThereFor } from './offered.ts'
import { screenAt } from './screens.ts'

export type MenuEntry = {
  /** The dotted path. */
  readonly id: string
  readonly title: string
  readonly path: string
  /** The paths of all screens under a group. */
  readonly paths: readonly string[]
  readonly children?: readonly MenuEntry[]
  /** Shown ('Enable'), but not to be opened ('Read Only'). */
  readonly isLocked: boolean
}

/** What of the menu a user sees: entries with 'Enable', without the hidden ones, that are called what is wanted. */
export function visibleMenu(nodes: readonly MenuNode[], user: Session, wanted: string, above = ''): MenuEntry[] {
  const text = wanted.trim().toLowerCase()
  return nodes
    .filter(({ hidden }) => !hidden)
    .flatMap((node): MenuEntry[] => {
      const id = `${above}${node.key}`
      const isWanted = node.title.toLowerCase().includes(text)
      if ('children' in node) {
        // A group that is called what is wanted shows all it has.
        const children = visibleMenu(node.children, user, isWanted ? '' : wanted, `${id}.`)
        const paths = children.flatMap((child) => child.paths)
        return children.length > 0 ? [{ id, title: node.title, path: '', paths, children, isLocked: false }] : []
      }
      const leaf = id as LeafPath
      const screen = screenAt(node.path)
      if (!isWanted || !screen || !hasRight(user, leaf, 'Enable') || !isThereFor(user, screen)) return []
      return [{ id, title: node.title, path: node.path, paths: [node.path], isLocked: !hasRight(user, leaf) }]
    })
}

/** Whether an address is that of an entry, of a screen beneath it, or of one in the group. */
export function holds({ paths }: MenuEntry, pathname: string): boolean {
  return paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** The groups, from the outermost, that hold the screen of an address. */
export function groupsAround(entries: readonly MenuEntry[], pathname: string): string[] {
  return entries.flatMap((entry) =>
    entry.children && holds(entry, pathname) ? [entry.id, ...groupsAround(entry.children, pathname)] : [],
  )
}
