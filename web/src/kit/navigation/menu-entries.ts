import { type LeafPath, type MenuNode } from '@despatch/domain/administration/roles/menu'
import { hasRight } from '../session/rights.ts'
import type { Session } from '../session/session-store.ts'
import { isOfferedTo } from './screen-access.ts'
import { screenAt } from './screens.ts'

export type MenuEntry = {
  /** The dotted path in the domain's MENU. */
  readonly id: string
  readonly title: string
  readonly path: string
  /** The paths of all screens under a group. */
  readonly paths: readonly string[]
  readonly children?: readonly MenuEntry[]
  /** The user has 'Enable' without 'Read Only': the entry is shown but cannot be opened. */
  readonly isLocked: boolean
}

/**
 * The menu as a user sees it: entries with 'Enable' whose title contains the filter text, without hidden ones.
 *
 * @param prefix the dotted path of the group, with a final dot
 */
export function visibleMenu(nodes: readonly MenuNode[], user: Session, filter: string, prefix = ''): MenuEntry[] {
  const text = filter.trim().toLowerCase()
  return nodes
    .filter(({ hidden }) => !hidden)
    .flatMap((node): MenuEntry[] => {
      const id = `${prefix}${node.key}`
      const isMatch = node.title.toLowerCase().includes(text)
      if ('children' in node) {
        // A group whose title matches shows all its entries.
        const children = visibleMenu(node.children, user, isMatch ? '' : filter, `${id}.`)
        const paths = children.flatMap((child) => child.paths)
        return children.length > 0 ? [{ id, title: node.title, path: '', paths, children, isLocked: false }] : []
      }
      const leaf = id as LeafPath
      const screen = screenAt(node.path)
      if (!isMatch || !screen || !hasRight(user, leaf, 'Enable') || !isOfferedTo(user, screen)) return []
      return [{ id, title: node.title, path: node.path, paths: [node.path], isLocked: !hasRight(user, leaf) }]
    })
}

/** Whether a path is the entry's, of a screen beneath it, or in the group. */
export function contains({ paths }: MenuEntry, pathname: string): boolean {
  return paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
