import type { LeafPath, MenuNode } from '@despatch/domain/administration/roles/menu'

/** A line of a tree that follows the menu. */
export type MenuRow = {
  /** The dotted path. */
  readonly id: string
  readonly title: string
  /** From 1. */
  readonly level: number
  /** Its place among its siblings, from 1, and how many they are. */
  readonly position: number
  readonly siblings: number
  /** The group that it stands in; '' at the top. */
  readonly parent: string
  /** The entry itself, or all entries of the group: those too that are not shown while one searches. */
  readonly leaves: readonly LeafPath[]
  readonly isGroup: boolean
  readonly isOpen: boolean
  /** It has a screen, but no place in the menu. */
  readonly isHidden: boolean
}

type Wanted = {
  readonly closed: ReadonlySet<string>
  /** What is searched for; while it is not empty, every group that holds something of it stands open. */
  readonly search: string
}

/** The lines to show, in menu order: what lies in a closed group is left out. A group that is called what is wanted shows all it has. */
export function menuRows(nodes: readonly MenuNode[], wanted: Wanted, above = '', level = 1): MenuRow[] {
  const text = wanted.search.trim().toLowerCase()
  const shown = nodes.filter((node) => isWanted(node, text))
  return shown.flatMap((node, index): MenuRow[] => {
    const id = above === '' ? node.key : `${above}.${node.key}`
    const isGroup = 'children' in node
    const isOpen = isGroup && (text !== '' || !wanted.closed.has(id))
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
    const search = node.title.toLowerCase().includes(text) ? '' : wanted.search
    return [row, ...menuRows(node.children, { ...wanted, search }, id, level + 1)]
  })
}

function isWanted(node: MenuNode, text: string): boolean {
  if (node.title.toLowerCase().includes(text)) return true
  return 'children' in node && node.children.some((child) => isWanted(child, text))
}

function leavesOf(node: MenuNode, id: string): LeafPath[] {
  return 'children' in node ? node.children.flatMap((child) => leavesOf(child, `${id}.${child.key}`)) : [id as LeafPath]
}
