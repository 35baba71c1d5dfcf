import type { LeafPath, MenuNode } from '@despatch/domain/administration/roles/menu'

/** A row of a menu tree. */
export type MenuRow = {
  /** The dotted path. */
  readonly id: string
  readonly title: string
  /** From 1. */
  readonly level: number
  /** Position among its siblings, from 1, and their number. */
  readonly position: number
  readonly siblings: number
  /** The parent group; '' at the top level. */
  readonly parent: string
  /** The entry itself, or all entries of the group, including those that a search hides. */
  readonly leaves: readonly LeafPath[]
  readonly isGroup: boolean
  readonly isOpen: boolean
  /** Whether it has a screen, but no place in the menu. */
  readonly isHidden: boolean
}

type MenuFilter = {
  readonly closed: ReadonlySet<string>
  /** Search text. While it is not empty, every group with a match is open. */
  readonly search: string
}

/**
 * The visible rows in menu order, without entries of closed groups. A group whose own title matches shows all its
 * entries.
 */
export function menuRows(nodes: readonly MenuNode[], filter: MenuFilter, above = '', level = 1): MenuRow[] {
  const text = filter.search.trim().toLowerCase()
  const shown = nodes.filter((node) => matchesFilter(node, text))
  return shown.flatMap((node, index): MenuRow[] => {
    const id = above === '' ? node.key : `${above}.${node.key}`
    const isGroup = 'children' in node
    const isOpen = isGroup && (text !== '' || !filter.closed.has(id))
    const row = {
      id,
      title: node.title,
      level,
      position: index + 1,
      siblings: shown.length,
      parent: above,
      leaves: leavesOf(node, id),
      isGroup,
      isOpen,
      isHidden: node.hidden ?? false,
    }
    if (!isGroup || !isOpen) return [row]
    const search = node.title.toLowerCase().includes(text) ? '' : filter.search
    return [row, ...menuRows(node.children, { ...filter, search }, id, level + 1)]
  })
}

function matchesFilter(node: MenuNode, text: string): boolean {
  if (node.title.toLowerCase().includes(text)) return true
  return 'children' in node && node.children.some((child) => matchesFilter(child, text))
}

function leavesOf(node: MenuNode, id: string): LeafPath[] {
  return 'children' in node ? node.children.flatMap((child) => leavesOf(child, `${id}.${child.key}`)) : [id as LeafPath]
}
