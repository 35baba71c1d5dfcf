import { MENU, type MenuNode } from '@despatch/domain/roles/menu'
import type { PermissionTree } from '@despatch/domain/roles/permissions'
import { z } from 'zod'

const leaf = z.strictObject({
  Enable: z.boolean('Either true or false').default(false),
  'Read Only': z.boolean('Either true or false').default(false),
  Edit: z.boolean('Either true or false').default(false),
})

function shapeOf(nodes: readonly MenuNode[]): z.ZodType {
  return z.strictObject(
    Object.fromEntries(
      nodes.map((node) => [node.key, ('children' in node ? shapeOf(node.children) : leaf).prefault({})]),
    ),
  )
}

/**
 * The permission tree, keyed in camelCase along the menu: specification 3, 'one Enable flag per menu entry, false by
 * default'. What is left out is false; an entry that the menu does not have is refused.
 */
export const permissions = shapeOf(MENU) as z.ZodType<PermissionTree, PermissionTree>
